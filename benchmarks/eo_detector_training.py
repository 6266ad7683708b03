"""Train the detector on generated photographs, on a GPU or a CPU, and write its weights with their card.

    python -m mesocosm.suites.eo.detector.packing -o pack.npz        pictures of train and test sites, with their boxes
    python benchmarks/eo_detector_training.py pack.npz -o src/mesocosm/suites/eo/detector/weights

Needs PyTorch and onnx and nothing else of mesocosm, so that it runs on a machine that has only those. Twenty minutes on
a few cores suffice for a usable network; the weights that ship were trained in some minutes on one GPU.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parent))
from peaks import STRIDE, Maps, find, overlap

CROP = 320
"""Pixels along each side of a training sample."""
SEED = 20311
LEAST_CANDIDATE = 0.1
NEVER, UNTRIED = 0.95, 0.4
"""Least score of a class without a right detection in the tuning pictures, and of a class that they do not show."""


class Block(nn.Module):
    """Two convolutions with a residual connection."""

    def __init__(self, given: int, made: int, step: int = 1) -> None:
        super().__init__()
        self.first = nn.Conv2d(given, made, 3, step, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(made)
        self.second = nn.Conv2d(made, made, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(made)
        self.past = nn.Conv2d(given, made, 1, step, bias=False) if step > 1 or given != made else nn.Identity()

    def forward(self, x: Tensor) -> Tensor:
        inner = functional.relu(self.first_norm(self.first(x)))
        return functional.relu(self.second_norm(self.second(inner)) + self.past(x))


class Finder(nn.Module):
    """Network that goes down to a sixteenth of the picture's sides and up to a half, with connections between equal
    levels.
    """

    def __init__(self, classes: int, width: int = 24) -> None:
        super().__init__()
        widths = [width, 2 * width, 3 * width, 4 * width]
        self.stem = nn.Sequential(nn.Conv2d(3, width, 5, 2, 2, bias=False), nn.BatchNorm2d(width), nn.ReLU())
        self.at_half = Block(width, widths[0])
        self.at_quarter = Block(widths[0], widths[1], 2)
        self.at_eighth = nn.Sequential(Block(widths[1], widths[2], 2), Block(widths[2], widths[2]))
        self.at_sixteenth = nn.Sequential(Block(widths[2], widths[3], 2), Block(widths[3], widths[3]))
        self.to_eighth, self.join_eighth = nn.Conv2d(widths[3], widths[2], 1), Block(widths[2], widths[2])
        self.to_quarter, self.join_quarter = nn.Conv2d(widths[2], widths[1], 1), Block(widths[1], widths[1])
        self.to_half, self.join_half = nn.Conv2d(widths[1], widths[0], 1), Block(widths[0], 2 * width)
        self.heat, self.size, self.shift = (nn.Conv2d(2 * width, made, 1) for made in (classes, 2, 2))
        nn.init.constant_(self.heat.bias, -4.6)  # things are rare: begin at 1 in 100

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        half = self.at_half(self.stem(picture - 0.4))
        quarter = self.at_quarter(half)
        eighth = self.at_eighth(quarter)
        low = self.at_sixteenth(eighth)
        low = self.join_eighth(_doubled(self.to_eighth(low)) + eighth)
        low = self.join_quarter(_doubled(self.to_quarter(low)) + quarter)
        low = self.join_half(_doubled(self.to_half(low)) + half)
        return torch.sigmoid(self.heat(low)), torch.exp(self.size(low).clamp(-2, 7)), self.shift(low)


def _doubled(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Pack:
    """Pictures with their boxes: `pictures` (n, rows, columns, 3), `boxes` (m, 4), `kinds` (m,), `starts` (n + 1,)."""

    def __init__(self, path: Path) -> None:
        stored = np.load(path)
        self.labels = tuple(str(label) for label in stored["labels"])
        self.boxes, self.kinds, self.starts = (stored[name] for name in ("boxes", "kinds", "starts"))
        self.pictures = stored["pictures"] if "pictures" in stored else decoded(stored["jpeg"], stored["jpeg_ends"])
        self.parts = stored["parts"]
        """Part of each picture: 0 train, 1 tune, 2 held out."""
        counts = np.bincount(self.kinds, minlength=len(self.labels))
        self.rarity = 1.0 / np.sqrt(np.maximum(counts, 1))
        """Factor by class by which rare classes are sampled more often."""

    def of(self, part: int) -> list[int]:
        return [int(k) for k in np.flatnonzero(self.parts == part)]

    def things(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        span = slice(self.starts[k], self.starts[k + 1])
        return self.boxes[span], self.kinds[span]


def decoded(files: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Decode pictures that are stored one after the other as JPEG."""
    return np.stack([np.asarray(Image.open(io.BytesIO(file.tobytes()))) for file in np.split(files, ends[:-1])])


def targets(boxes: np.ndarray, kinds: np.ndarray, classes: int, cells: int) -> tuple[np.ndarray, ...]:
    """Return peaks at the middles of boxes, their sizes and shifts, and where those count."""
    heat = np.zeros((classes, cells, cells), np.float32)
    size, shift = np.zeros((2, cells, cells), np.float32), np.zeros((2, cells, cells), np.float32)
    counts = np.zeros((1, cells, cells), np.float32)
    grid = np.arange(cells, dtype=np.float32)
    for (left, top, right, bottom), kind in zip(boxes, kinds, strict=True):
        x, y = (left + right) / 2 / STRIDE, (top + bottom) / 2 / STRIDE
        column, row = min(int(x), cells - 1), min(int(y), cells - 1)
        wide, high = max((right - left) / STRIDE / 7, 0.6), max((bottom - top) / STRIDE / 7, 0.6)
        near_x, near_y = _near(column, wide, cells), _near(row, high, cells)
        across = ((grid[near_x] - column) / wide) ** 2
        down = ((grid[near_y] - row) / high) ** 2
        patch = heat[kind, near_y, near_x]
        np.maximum(patch, np.exp(-(across[None, :] + down[:, None]) / 2), out=patch)
        size[:, row, column] = np.log(max(right - left, 1.0)), np.log(max(bottom - top, 1.0))
        shift[:, row, column] = x - column, y - row
        counts[0, row, column] = 1.0
    return heat, size, shift, counts


def _corner(
    pack: Pack, boxes: np.ndarray, kinds: np.ndarray, size: tuple[int, int], draw: np.random.Generator
) -> tuple[int, int]:
    """Return left and top of a sample: anywhere, or half of the time with an object in it, preferably a rare one."""
    spare = [side - CROP for side in size]
    if not len(kinds) or draw.integers(2):
        return int(draw.integers(spare[0] + 1)), int(draw.integers(spare[1] + 1))
    rarity = pack.rarity[kinds]
    left, top, right, bottom = boxes[int(draw.choice(len(kinds), p=rarity / rarity.sum()))]
    corner = [(low + high) / 2 - draw.uniform(0.2, 0.8) * CROP for low, high in ((left, right), (top, bottom))]
    return int(np.clip(corner[0], 0, spare[0])), int(np.clip(corner[1], 0, spare[1]))


def _near(middle: int, spread: float, cells: int) -> slice:
    """Return cells within four spreads of a middle; farther away a peak is zero."""
    reach = int(4 * spread) + 1
    return slice(max(0, middle - reach), min(cells, middle + reach + 1))


def sample(pack: Pack, k: int, draw: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Return a rotated, mirrored and recoloured piece of a picture with its targets."""
    picture = pack.pictures[k]
    boxes, kinds = pack.things(k)
    rows, columns = picture.shape[:2]
    left, top = _corner(pack, boxes, kinds, (columns, rows), draw)
    picture = picture[top : top + CROP, left : left + CROP]
    boxes = boxes - np.asarray([left, top, left, top], np.float32)
    cut = np.clip(boxes, 0, CROP)
    share = np.prod(cut[:, 2:] - cut[:, :2], axis=1) / np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), 1e-6)
    boxes, kinds = cut[share > 0.4], kinds[share > 0.4]
    for _ in range(int(draw.integers(4))):
        picture = np.rot90(picture)
        boxes = np.stack([boxes[:, 1], CROP - boxes[:, 2], boxes[:, 3], CROP - boxes[:, 0]], axis=1)
    if draw.integers(2):
        picture = picture[:, ::-1]
        boxes = np.stack([CROP - boxes[:, 2], boxes[:, 1], CROP - boxes[:, 0], boxes[:, 3]], axis=1)
    light = draw.uniform(0.8, 1.2) * draw.uniform(0.94, 1.06, 3)
    shown = np.clip(picture / 255.0 * light + draw.normal(0, 0.01), 0, 1).astype(np.float32).transpose(2, 0, 1)
    return shown, *targets(boxes, kinds, len(pack.labels), CROP // STRIDE)


def loss(found: tuple[Tensor, Tensor, Tensor], wanted: list[Tensor]) -> Tensor:
    """Compute the penalty-reduced focal loss of CenterNet, and plain differences of sizes and shifts at the middles."""
    heat, size, shift = found
    true_heat, true_size, true_shift, counts = wanted
    heat = heat.float().clamp(1e-4, 1 - 1e-4)
    middles = (true_heat >= 0.999).float()
    hits = -((1 - heat) ** 2) * torch.log(heat) * middles
    misses = -((1 - true_heat) ** 4) * heat**2 * torch.log(1 - heat) * (1 - middles)
    number = counts.sum().clamp(min=1)
    sizes = ((torch.log(size.float()) - true_size).abs() * counts).sum() / number
    shifts = ((shift.float() - true_shift).abs() * counts).sum() / number
    return (hits.sum() + misses.sum()) / number + sizes + 0.5 * shifts


class Samples(torch.utils.data.Dataset):
    """A number of samples of the training pictures, each drawn with its own number as seed."""

    def __init__(self, pack: Pack, count: int) -> None:
        self.pack, self.count, self.chosen = pack, count, pack.of(0)
        weights = np.asarray([pack.rarity[pack.things(k)[1]].sum() + 0.1 for k in self.chosen])
        self.until = np.cumsum(np.minimum(weights, 3 * weights.mean()))
        """Cumulative weights, by which pictures with rare objects are drawn more often."""

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> tuple[np.ndarray, ...]:
        draw = np.random.default_rng([SEED, number])
        place = int(np.searchsorted(self.until, draw.uniform(0, self.until[-1]), "right"))
        return sample(self.pack, self.chosen[place], draw)


def train(pack: Pack, steps: int, batch: int, device: str, workers: int) -> Finder:
    torch.manual_seed(SEED)
    finder = Finder(len(pack.labels)).to(device)
    optimiser = torch.optim.AdamW(finder.parameters(), lr=2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    loader = torch.utils.data.DataLoader(Samples(pack, steps * batch), batch, num_workers=workers)
    began = time.monotonic()
    for step, (shown, *wanted) in enumerate(loader, start=1):
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            found = finder(shown.to(device))
        value = loss(found, [part.to(device) for part in wanted])
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(finder.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step}/{steps}  loss {value.item():.3f}  {time.monotonic() - began:.0f} s", flush=True)
    return finder.eval()


@torch.no_grad()
def matched(finder: Finder, pack: Pack, part: int, least: dict[str, float], device: str) -> tuple[np.ndarray, ...]:
    """Return scores and truth of every detection in a part's pictures, by class, and the number of objects of each
    class.
    """
    finds: list[tuple[int, float, bool]] = []
    totals = np.zeros(len(pack.labels), np.int64)
    for k in pack.of(part):
        shown = torch.from_numpy(pack.pictures[k].transpose(2, 0, 1)[None].astype(np.float32) / 255).to(device)
        maps = Maps(*(given[0].float().cpu().numpy() for given in finder(shown)))
        boxes, kinds = pack.things(k)
        totals += np.bincount(kinds, minlength=len(pack.labels))
        free = set(range(len(boxes)))
        for seen in find(maps, pack.labels, least):
            kind = pack.labels.index(seen.label)
            near = [(overlap(tuple(boxes[j]), seen.box), j) for j in free if kinds[j] == kind]
            best = max(near, default=(0.0, -1))
            if best[0] >= 0.5:
                free.remove(best[1])
            finds.append((kind, seen.score, best[0] >= 0.5))
    table = np.asarray(finds, np.float64).reshape(-1, 3)
    return table[:, 0].astype(np.int64), table[:, 1], table[:, 2].astype(bool), totals


def bars(found: tuple[np.ndarray, ...], labels: tuple[str, ...]) -> dict[str, float]:
    """Return for each class the least score at which the F1 measure of the tuning pictures is highest."""
    kinds, scores, right, totals = found
    chosen = {}
    for kind, label in enumerate(labels):
        own, hits = scores[kinds == kind], right[kinds == kind]
        best = max((_f1(hits[own >= bar], int(totals[kind])), -bar) for bar in np.arange(0.1, 0.9, 0.05))
        chosen[label] = round(float(-best[1]), 2) if best[0] > 0 else NEVER if totals[kind] else UNTRIED
    return chosen


def _f1(hits: np.ndarray, total: int) -> float:
    """Return twice the right detections over the sum of detections and objects."""
    return 2 * float(hits.sum()) / max(len(hits) + total, 1)


def rates(found: tuple[np.ndarray, ...], labels: tuple[str, ...]) -> tuple[dict[str, float], dict[str, float]]:
    """Return precision and recall by class; a class without detections or objects is left out."""
    kinds, _, right, totals = found
    precision, recall = {}, {}
    for kind, label in enumerate(labels):
        hits, predicted = int(right[kinds == kind].sum()), int((kinds == kind).sum())
        if predicted:
            precision[label] = round(hits / predicted, 3)
        if totals[kind]:
            recall[label] = round(hits / int(totals[kind]), 3)
    return precision, recall


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pack", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--workers", type=int, default=8)
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pack = Pack(asked.pack)
    print(
        f"{len(pack.pictures)} pictures, {len(pack.boxes)} boxes, {len(pack.labels)} classes, on {device}", flush=True
    )
    finder = train(pack, asked.steps, asked.batch, device, asked.workers)
    least = bars(matched(finder, pack, 1, dict.fromkeys(pack.labels, LEAST_CANDIDATE), device), pack.labels)
    held_out = matched(finder, pack, 2, least, device)
    precision, recall = rates(held_out, pack.labels)
    asked.output.mkdir(parents=True, exist_ok=True)
    weights = asked.output / "detector.onnx"
    torch.onnx.export(
        finder.cpu(),
        (torch.zeros(1, 3, 512, 512),),
        weights,
        input_names=["picture"],
        output_names=["scores", "sizes", "shifts"],
        dynamic_axes={"picture": {2: "rows", 3: "columns"}},
        opset_version=17,
        dynamo=False,
    )
    card = {
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "labels": pack.labels,
        "least": least,
        "pixel_m": 0.5,
        "scenes": {name: len(pack.of(part)) for part, name in enumerate(("train", "tune", "held out"))},
        "precision": precision,
        "recall": recall,
        "trained": f"{asked.steps} steps of {asked.batch} on {device}, PyTorch {torch.__version__}, seed {SEED}",
    }
    (asked.output / "card.json").write_text(json.dumps(card, indent=2) + "\n")
    for label, total in zip(pack.labels, held_out[3], strict=True):
        both = (("precision", precision), ("recall", recall))
        rates_text = ", ".join(f"{name} {rate[label]:.3f}" for name, rate in both if label in rate)
        print(f"{label:24s} n {total:6d}  {rates_text}")
    print(f"{weights.stat().st_size / 1e6:.2f} MB  {card['sha256']}")


if __name__ == "__main__":
    main()
