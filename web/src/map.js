// Maps by Leaflet over outlines that lie in the site: no tiles, nothing from elsewhere. Labels may be anyone's words, so
// they are handed over as elements that hold text; Leaflet would take a string for markup.
import L from "leaflet";
import "leaflet/dist/leaflet.css";
import "./map.css";

const turned = (coordinates) => (typeof coordinates[0] === "number" ? [coordinates[1], coordinates[0]] : coordinates.map(turned));

const words = (text) => {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
};

const drawn = (shape, layer) => {
  const places = turned(shape.coordinates);
  const look = { color: layer.colour, weight: 2, fill: layer.filled, fillOpacity: 0.28 };
  if (shape.type.endsWith("Polygon")) return L.polygon(places, look);
  if (shape.type.endsWith("LineString")) return L.polyline(places, { ...look, fill: false });
  const points = shape.type === "Point" ? [places] : places;
  return L.featureGroup(points.map((place) => L.circleMarker(place, { ...look, radius: 3.5, fill: true, fillOpacity: 0.9, weight: 1 })));
};

const group = (layer) => {
  const shapes = layer.shapes.map((shape) => {
    const made = drawn(shape, layer);
    if (!shape.label) return made;
    const look = layer.labelled ? { permanent: true, direction: "right", className: "label" } : { sticky: true };
    return made.bindTooltip(words(shape.label), look);
  });
  return L.featureGroup(shapes);
};

/** Draw a map into an element; the function that comes back shows or hides a layer. */
const draw = (place, block, outlines) => {
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", block.alt);
  const map = L.map(place, { attributionControl: false, scrollWheelZoom: false, zoomSnap: 0.25, maxZoom: 10, minZoom: 2 });
  if (outlines.length) L.polyline(turned(outlines), { className: "outline", interactive: false }).addTo(map);
  const groups = block.layers.map((layer) => group(layer).addTo(map));
  const [west, south, east, north] = mesocosm.plainMap.bounds(block);
  map.fitBounds([[south, west], [north, east]]);
  return (layer, visible) => (visible ? groups[layer].addTo(map) : groups[layer].remove());
};

mesocosm.libraryMap = { draw };
