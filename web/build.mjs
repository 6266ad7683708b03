// Bundles the map library into the package: `npm ci && npm run build` in this folder.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const ASSETS = new URL("../src/mesocosm/report/assets/", import.meta.url).pathname;

await build({
  entryPoints: { map: "src/map.js" },
  outdir: ASSETS,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  legalComments: "inline",
  loader: { ".png": "dataurl" },
});
const licence = await readFile(new URL("node_modules/leaflet/LICENSE", import.meta.url), "utf8");
await writeFile(`${ASSETS}LICENSES.txt`, `Leaflet 1.9.4\n\n${licence}`);
