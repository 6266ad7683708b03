// A map without a library: layers over outlines, as one SVG in degrees, the middle latitude kept true.
"use strict";
mesocosm.plainMap = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const CONUS = [-125, 24, -66, 50];

  const rings = ({ type, coordinates }) =>
    ({ LineString: () => [coordinates], MultiLineString: () => coordinates, Polygon: () => coordinates,
       MultiPolygon: () => coordinates.flat(), Point: () => [[coordinates]], MultiPoint: () => coordinates.map((one) => [one]) })[type]();

  /** West, south, east, north of what is drawn, with room around it: less where no outline tells where that is. */
  const bounds = ({ layers, outlines }) => {
    const places = layers.flatMap((layer) => layer.shapes.flatMap((shape) => rings(shape).flat()));
    if (!places.length) return CONUS;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of places) {
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, y), Math.max(north, y)];
    }
    const size = Math.max(east - west, north - south);
    const margin = outlines ? Math.max(3, 0.25 * size) : Math.max(0.01, 0.04 * size);
    return [west - margin, south - margin, east + margin, north + margin];
  };

  const element = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const path = (ring, wide, closed) =>
    `M${ring.map(([x, y]) => `${(x * wide).toFixed(3)},${(-y).toFixed(3)}`).join("L")}${closed ? "Z" : ""}`;

  const drawShape = (shape, layer, wide, size) => {
    const isArea = shape.type.endsWith("Polygon");
    const isPoint = shape.type.endsWith("Point");
    const look = { class: "shape", stroke: layer.colour, fill: isPoint || (isArea && layer.filled) ? layer.colour : "none",
      "fill-opacity": isPoint ? 1 : 0.3, "fill-rule": "evenodd" };
    const made = isPoint
      ? element("g", {})
      : element("path", { ...look, d: rings(shape).map((ring) => path(ring, wide, isArea)).join("") });
    if (isPoint) for (const [[x, y]] of rings(shape)) made.append(element("circle", { ...look, cx: x * wide, cy: -y, r: size / 150 }));
    if (shape.label) {
      const title = element("title", {});
      title.textContent = shape.label;
      made.append(title);
    }
    return made;
  };

  /** A name beside a point, 12 pixels high whatever the map's scale. */
  const label = (shape, wide, pixel) => {
    const [[[x, y]]] = rings(shape);
    const made = element("text", { class: "label", x: x * wide + 6 * pixel, y: -y + 4 * pixel, "font-size": 12 * pixel });
    made.textContent = shape.label;
    return made;
  };

  /** Draw a map into an element; the function that comes back shows or hides a layer. */
  const draw = (place, block, outlines) => {
    const [west, south, east, north] = bounds(block);
    const wide = Math.cos(((south + north) / 2) * (Math.PI / 180));
    const size = Math.max((east - west) * wide, north - south);
    const svg = element("svg", { class: "plain", role: "img", "aria-label": block.alt,
      viewBox: [west * wide, -north, (east - west) * wide, north - south].join(" ") });
    svg.append(element("path", { class: "outline", d: outlines.map((line) => path(line, wide, false)).join("") }));
    const groups = block.layers.map((layer) => {
      const group = element("g", {});
      group.append(...layer.shapes.map((shape) => drawShape(shape, layer, wide, size)));
      return group;
    });
    svg.append(...groups);
    place.replaceChildren(svg);
    block.layers.forEach((layer, number) => layer.labelled && groups[number].append(...layer.shapes.map((shape) => label(shape, wide, size / (place.clientHeight || 300)))));
    return (layer, visible) => groups[layer].setAttribute("visibility", visible ? "visible" : "hidden");
  };

  return { draw, bounds };
})();
