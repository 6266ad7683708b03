"""Measure tables over a thousand episodes, and the site of ten thousand in a real browser.

python benchmarks/report.py [--episodes 1000] [--site-episodes 10000] [--logs FOLDER]

The logs are those of a real run of quick agents; its samples are copied under further epochs until there are enough.

`mesocosm analyse accuracy` is compared with what it replaces: Inspect's own reader over the same logs, and the same
command over logs without facts, for which every item is made again. The numbers of both must be equal to the last
digit.

The site is written by `mesocosm report` and opened from disk: the time until its overview is drawn, until a search in
the list of all episodes shows its result, and until the list is sorted again. It is compared with Inspect's reader,
too.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

import zipfile_zstd  # adds Inspect's compression to zipfile

from mesocosm.report.logs import read_log, read_samples

MOST_CPU_S = 3.0
"""Most CPU seconds of the command over a thousand episodes, imports included."""
MOST_SITE_S, MOST_OVERVIEW_S, MOST_SEARCH_MS = 60.0, 1.0, 300.0
"""Limits for the site of ten thousand episodes: seconds to write it, seconds to show its overview, milliseconds of a
search.
"""
SEARCHES = ("careless", "random wrong", "atmos-s0-0007", "no such word")
RUNS = {
    "atmos": ("--agent", "random", "--agent", "careless", "--limit", "50"),
    "tornado": ("--agent", "null", "--limit", "8"),
}
"""Words of the run for each suite: one whose items are drawn quickly, and one whose days take a second each."""
KEPT = ("form", "evident", "evident_right", "facts", "view", "page_facts")
"""What logs did not contain formerly."""
COMMAND = "from mesocosm.cli.main import mesocosm_command; mesocosm_command(prog_name='mesocosm')"
INSPECTS_READER = "import sys; from inspect_ai.log import read_eval_log; [read_eval_log(log) for log in sys.argv[1:]]"

Change = Callable[[dict[str, Any]], list[dict[str, Any]]]
"""Function from a sample to those that replace it."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=1000)
    parser.add_argument("--site-episodes", type=int, default=10_000)
    parser.add_argument("--logs", type=Path, help="Where the logs of the real runs are kept, to be made only once.")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        source = options.logs or Path(scratch, "source")
        held = [measure_accuracy(suite, source, Path(scratch), options.episodes) for suite in RUNS]
        held.append(measure_site(source, Path(scratch), options.site_episodes))
    return 0 if all(held) else 1


# ---------------------------------------------------------------- tables


def measure_accuracy(suite: str, source: Path, scratch: Path, episodes: int) -> bool:
    """Print the cost of a suite's table either way; return whether the promise is kept and the numbers are equal."""
    real, logs, bare = make_logs(suite, source), scratch / suite / "logs", scratch / suite / "bare"
    found = copy_logs(real, logs, in_epochs(-(-episodes // count_samples(real))))
    copy_logs(logs, bare, without_kept)
    quick, slow = analyse(logs), analyse(bare)
    reader = cpu_of(INSPECTS_READER, *map(str, sorted(logs.glob("*.eval"))))
    same = quick.output == slow.output
    before = slow.cpu_s + reader.cpu_s
    print(
        f"{suite}: analyse accuracy over {found:,} episodes takes {quick.cpu_s:.2f} s of CPU, promised {MOST_CPU_S:g}; "
        f"with items made again {slow.cpu_s:.2f} s, and Inspect's reader {reader.cpu_s:.2f} s more: "
        f"{before / quick.cpu_s:.1f} times as much; numbers {'the same' if same else 'DIFFER'}",
        flush=True,
    )
    return same and quick.cpu_s < MOST_CPU_S


@dataclass(frozen=True)
class Spent:
    """Output of a process, and the CPU seconds from its start to its end."""

    output: str
    cpu_s: float


def analyse(logs: Path) -> Spent:
    """Run the command in a process of its own."""
    return cpu_of(COMMAND, "analyse", "accuracy", str(logs), "--json")


def cpu_of(program: str, *words: str) -> Spent:
    """Run a Python program with these words."""
    before = _children_s()
    done = subprocess.run([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, text=True, check=True)
    return Spent(done.stdout, _children_s() - before)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# ---------------------------------------------------------------- the site


def measure_site(source: Path, scratch: Path, episodes: int) -> bool:
    """Print the time to write, open and search the site of many episodes; return whether the promises are kept."""
    logs, site = scratch / "many", scratch / "site"
    real = {suite: make_logs(suite, source) for suite in RUNS}
    epochs = -(-episodes // sum(map(count_samples, real.values())))
    found = sum(copy_logs(folder, logs / suite, in_epochs(epochs)) for suite, folder in real.items())
    started = time.perf_counter()
    cpu_of(COMMAND, "report", str(logs), "-o", str(site))
    written_s = time.perf_counter() - started
    started = time.perf_counter()
    cpu_of(INSPECTS_READER, *map(str, sorted(logs.rglob("*.eval"))))
    read_s = time.perf_counter() - started
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) / 1e6
    print(
        f"site of {found:,} episodes: written in {written_s:.1f} s, promised {MOST_SITE_S:g}, {size:.0f} MB; "
        f"Inspect's reader alone takes {read_s:.1f} s over the same logs, {read_s / written_s:.1f} times as long",
        flush=True,
    )
    return written_s < MOST_SITE_S and browse(site)


def browse(site: Path) -> bool:
    """Print how quickly the pages answer in Chromium; return whether that is quick enough."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        overview_s = min(_opened_s(page, site / "index.html", "table") for _ in range(3))
        list_s = min(_opened_s(page, site / "browse.html", "body[data-ready]") for _ in range(3))
        searches = {words: page.evaluate(SEARCH, words) for words in SEARCHES}
        sorted_ms = page.evaluate(SORT)
        browser.close()
    for words, (taken, count) in searches.items():
        print(f"  search for {words!r}: {taken:.0f} ms, {count}")
    slowest = max(taken for taken, _ in searches.values())
    print(
        f"  overview {overview_s:.2f} s, promised {MOST_OVERVIEW_S:g}; list of all episodes {list_s:.2f} s; slowest "
        f"search {slowest:.0f} ms, promised {MOST_SEARCH_MS:g}; sorting {sorted_ms:.0f} ms",
        flush=True,
    )
    return overview_s < MOST_OVERVIEW_S and max(slowest, sorted_ms) < MOST_SEARCH_MS


SEARCH = """(words) => {
  const field = document.querySelector("[name=text]");
  field.value = words;
  const started = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.getBoundingClientRect();
  return [performance.now() - started, document.getElementById("count").textContent];
}"""
"""Script that types words, waits until the page has its new layout, and returns the milliseconds and the result shown.
"""
SORT = """() => {
  const started = performance.now();
  document.querySelectorAll("#list th button")[4].click();
  document.body.getBoundingClientRect();
  return performance.now() - started;
}"""


def _opened_s(page: Any, file: Path, selector: str) -> float:
    started = time.perf_counter()
    page.goto(file.as_uri())
    page.wait_for_selector(selector)
    return time.perf_counter() - started


# ---------------------------------------------------------------- logs


def make_logs(suite: str, folder: Path) -> Path:
    """Return the logs of a real run, which is made if it does not exist yet."""
    place = folder / suite
    if not list(place.glob("*.eval")):
        print(f"{suite}: making logs with {' '.join(RUNS[suite])}", flush=True)
        words = ("run", suite, *RUNS[suite], "--log-dir", str(place))
        subprocess.run([sys.executable, "-c", COMMAND, *words], stdout=subprocess.DEVNULL, check=True)
    return place


def count_samples(folder: Path) -> int:
    """Count the episodes in all logs of a folder."""
    return sum(1 for log in folder.glob("*.eval") for _ in read_samples(log))


def copy_logs(source: Path, target: Path, change: Change) -> int:
    """Copy logs with every sample changed; return the new number of samples."""
    target.mkdir(parents=True, exist_ok=True)
    return sum(_copy(log, target / log.name, change) for log in sorted(source.glob("*.eval")))


def _copy(source: Path, target: Path, change: Change) -> int:
    assert read_log(source, header_only=True).status == "success"
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile_zstd.ZIP_ZSTANDARD) as new:
        members = {name: old.read(name) for name in dict.fromkeys(old.namelist())}
        samples = {name: json.loads(data) for name, data in members.items() if name.startswith("samples/")}
        changed = [copy for sample in samples.values() for copy in change(sample)]
        header = json.loads(members["header.json"])
        header["eval"]["config"]["epochs"] = max(sample["epoch"] for sample in changed)
        for name in members.keys() - samples.keys() - {"header.json"}:
            new.writestr(name, members[name])
        new.writestr("header.json", json.dumps(header))
        for sample in changed:
            new.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
    return len(changed)


def in_epochs(epochs: int) -> Change:
    """Copy every episode into so many epochs."""

    def change(sample: dict[str, Any]) -> list[dict[str, Any]]:
        before = (sample["epoch"] - 1) * epochs
        return [{**sample, "epoch": before + more, "uuid": f"{sample['uuid']}-{more}"} for more in range(1, epochs + 1)]

    return change


def without_kept(sample: dict[str, Any]) -> list[dict[str, Any]]:
    """Return an episode as logs stored it before they contained facts."""
    for name in KEPT:
        sample["scores"]["details"]["metadata"].pop(name, None)
    return [sample]


if __name__ == "__main__":
    sys.exit(main())
