"""A map of a few streets in the XML of OpenStreetMap."""

STREETS = b"""<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
 <node id="1" lon="0.00" lat="0.00"/><node id="2" lon="0.01" lat="0.00"/><node id="3" lon="0.02" lat="0.00"/>
 <node id="4" lon="0.01" lat="0.01"/><node id="5" lon="0.02" lat="0.01"/><node id="6" lon="0.03" lat="0.01"/>
 <node id="7" lon="0.50" lat="0.50"/><node id="8" lon="0.51" lat="0.50"/>
 <node id="9" lon="0.005" lat="0.005"><tag k="amenity" v="hospital"/><tag k="name" v="Old Hospital"/></node>
 <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Main"/></way>
 <way id="11"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/><tag k="oneway" v="yes"/></way>
 <way id="12"><nd ref="4"/><nd ref="5"/><tag k="highway" v="residential"/><tag k="maxspeed" v="50"/></way>
 <way id="13"><nd ref="3"/><nd ref="5"/><tag k="highway" v="residential"/><tag k="name" v="Cross"/></way>
 <way id="14"><nd ref="5"/><nd ref="6"/><tag k="highway" v="residential"/><tag k="name" v="Spur"/></way>
 <way id="15"><nd ref="7"/><nd ref="8"/><tag k="highway" v="residential"/><tag k="name" v="Island"/></way>
 <way id="16"><nd ref="1"/><nd ref="4"/><tag k="highway" v="footway"/></way>
 <way id="17"><nd ref="2"/><nd ref="3"/><nd ref="5"/><nd ref="2"/><tag k="building" v="yes"/></way>
</osm>
"""
"""Six nodes in a ladder on the equator, an island far off, a foot path, a triangular building and a hospital."""
