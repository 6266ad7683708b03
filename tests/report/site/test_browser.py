"""The site in a real browser, opened from disk: every page works, and nothing that an agent wrote is executed."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.report.site.making import ITEMS, write_logs

from mesocosm.cli.main import mesocosm_command
from mesocosm.report.results import ResultRow
from mesocosm.report.table import result_numbers

playwright = pytest.importorskip("playwright.sync_api", reason="install playwright, as in requirements/dev.txt")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt install chromium")
PHONE = {"width": 360, "height": 740}
PAGES = ("index.html", "suite-toy.html", "browse.html", "browse.html?view=items", "item.html?i=0", "episode.html?e=1/0")
RUNS = 4


class Site:
    """A site, and the output of the `mesocosm report --json` that wrote it."""

    def __init__(self, folder: Path) -> None:
        write_logs(folder / "logs")
        result = CliRunner().invoke(
            mesocosm_command, ["report", str(folder / "logs"), "-o", str(folder / "site"), "--json"]
        )
        assert result.exit_code == 0, result.output
        self.folder = folder / "site"
        self.rows = [ResultRow.model_validate(_with_nan(row)) for row in json.loads(result.stdout)]

    def address(self, page: str) -> str:
        return f"{self.folder.as_uri()}/{page}"


def _with_nan(value: Any) -> Any:
    """Replace `null` by NaN, which JSON does not have."""
    if isinstance(value, dict):
        return {key: _with_nan(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_nan(inner) for inner in value]
    return math.nan if value is None else value


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Site:
    return Site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def browser(site) -> Iterator:
    """Browser, started after the site is written: playwright keeps an event loop running, and Inspect needs its own."""
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser) -> Iterator:
    """A page whose console messages and outside requests are errors at the end."""
    context = browser.new_context()
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("request", lambda request: _note_outside(page, request.url))
    page.on("dialog", lambda dialog: page.complaints.append("dialog"))
    yield page
    assert page.complaints == []
    context.close()


def _note_outside(page, url: str) -> None:
    if not url.startswith(("file:", "data:")) or "passwd" in url:
        page.complaints.append(f"asked for {url}")


def open_page(page, site: Site, name: str) -> None:
    page.goto(site.address(name))
    if name.partition(".")[0] in ("browse", "item", "episode"):
        page.wait_for_selector("body[data-ready]")


def episode_of(site: Site, agent: str) -> str:
    return f"episode.html?e={next(n for n, row in enumerate(site.rows) if row.agent == agent)}/0"


# ---------------------------------------------------------------- every page


@pytest.mark.parametrize("width", [1300, 380, 360])
def test_every_page_opens_and_none_scrolls_sideways(page, site, width):
    page.set_viewport_size({"width": width, "height": 740})
    for name in PAGES:
        open_page(page, site, name)
        page.wait_for_selector("h1")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, name


def test_every_link_and_picture_of_the_pages_leads_to_a_file(page, site):
    for name in PAGES:
        open_page(page, site, name)
        targets = page.eval_on_selector_all("[href], img", "all => all.map(one => one.href || one.src)")
        for target in targets:
            address = target.partition("?")[0].partition("#")[0]
            if not address.startswith("data:"):
                assert Path(address.removeprefix("file://")).is_file(), (name, target)


def test_the_numbers_are_those_of_the_command(page, site):
    for name in ("index.html", "suite-toy.html"):
        open_page(page, site, name)
        rows = page.eval_on_selector_all(
            "caption >> xpath=ancestor::table >> css=tbody tr",
            "all => all.map(row => [...row.cells].map(cell => cell.textContent))",
        )
        numbers = {cells[0]: cells[1:] for cells in rows}
        assert numbers == {row.title: result_numbers(row) for row in site.rows}
    stored = json.loads((site.folder / "results.json").read_text())
    assert [ResultRow.model_validate(_with_nan(row)).model_dump_json() for row in stored] == [
        row.model_dump_json() for row in site.rows
    ]


def test_tables_sort_by_number_and_by_word(page, site):
    open_page(page, site, "suite-toy.html")
    table = page.locator("#results table.sortable").first
    column = "all => all.map(row => row.cells[{}].textContent)"
    table.get_by_role("button", name="steps").click()
    up = table.locator("tbody tr").evaluate_all(column.format(7))
    assert [float(value) for value in up] == sorted(float(value) for value in up)
    table.get_by_role("button", name="agent").click()
    table.get_by_role("button", name="agent").click()
    down = table.locator("tbody tr").evaluate_all(column.format(0))
    assert down == sorted(down, reverse=True)
    assert table.locator("th").first.get_attribute("aria-sort") == "descending"


# ---------------------------------------------------------------- finding things


def test_filters_narrow_the_list_and_stay_in_the_address(page, site):
    open_page(page, site, "browse.html")
    rows = page.locator("#list tbody tr")
    assert rows.count() == RUNS * ITEMS
    page.get_by_label("outcome").select_option("unanswered")
    assert rows.count() == ITEMS
    assert rows.first.inner_text().count("null") >= 1
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert rows.count() == ITEMS
    page.get_by_label("outcome").select_option("")
    page.get_by_label("text").fill("toy-s0-0001 null")
    assert rows.count() == 1
    page.get_by_label("view").select_option("items")
    page.get_by_label("text").fill("")
    assert rows.count() == ITEMS


def test_the_list_sorts_over_all_rows(page, site):
    open_page(page, site, "browse.html")
    page.locator("#list").get_by_role("button", name="agent").click()
    agents = page.eval_on_selector_all("#list tbody tr", "all => all.map(row => row.cells[2].textContent)")
    assert agents == sorted(agents)


def test_an_item_tells_the_mistake_behind_each_option(page, site):
    open_page(page, site, "item.html?i=0")
    options = page.locator(".options li")
    assert "right" in options.nth(0).inner_text()
    assert "took the radius for the depth" in options.nth(1).inner_text()
    text = page.locator("main").inner_text()
    assert "that option follows from: took the radius" in text
    assert "too_deep" not in text
    assert "too deep" not in text
    episodes = page.locator("table.sortable tbody tr")
    assert episodes.count() == RUNS
    episodes.first.get_by_role("link").click()
    page.wait_for_selector("body[data-ready]")
    assert "oracle" in page.locator("h1").inner_text()


# ---------------------------------------------------------------- an episode


def test_an_episode_is_stepped_through_by_keys_and_buttons(page, site):
    open_page(page, site, episode_of(site, "surveyor"))
    where = page.locator("#where")
    assert where.count() == 0  # folded
    for key in ("j", "j", "ArrowRight"):
        page.keyboard.press(key)
    assert where.inner_text().startswith("entry 3 of ")
    assert page.url.endswith("#step-3")
    page.keyboard.press("k")
    page.get_by_role("button", name="back").click()
    assert where.inner_text().startswith("entry 1 of ")
    assert page.get_by_role("button", name="back").is_disabled()
    page.locator(".strip button").nth(4).click()
    assert page.locator("article.step h3").inner_text().startswith("5. ")


def test_an_episode_shows_arguments_pictures_files_and_engines(page, site):
    open_page(page, site, episode_of(site, "surveyor"))
    page.locator(".strip button").first.click()
    step = page.locator("article.step")
    assert "stations: 101" in step.inner_text()
    assert '"stations": 101' not in step.inner_text()
    step.get_by_text("The arguments as they were sent").click()
    playwright.expect(step).to_contain_text('"stations": 101', use_inner_text=True)  # filled in when it has opened
    assert "readings written to line.csv" in step.inner_text()
    assert "a reduced-order model" in step.inner_text()
    picture = step.locator("img")
    assert picture.get_attribute("alt").startswith("anomaly along the line")
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") == 480
    page.get_by_text("The transcript in Inspect").click()
    playwright.expect(page.locator("main")).to_contain_text("inspect view --log-dir", use_inner_text=True)


def test_every_step_is_on_paper(page, site):
    open_page(page, site, episode_of(site, "surveyor"))
    count = page.locator(".strip li").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("article.step").count() == count
    assert page.locator("details:not([open])").count() == 0


def test_an_episode_is_one_screen_with_the_rest_folded(page, site):
    page.set_viewport_size({"width": 1300, "height": 900})
    open_page(page, site, episode_of(site, "surveyor"))
    headings = page.locator(".screen h2")
    assert headings.all_inner_texts() == ["What was asked", "What was done", "What came out", "Why"]
    assert max(headings.evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)")) < 900
    assert "handed in an answer" in page.locator(".sentence").inner_text()
    assert page.locator("details[open]").count() == 0
    assert "Score from 0 to 1" not in page.locator("main").inner_text()
    page.get_by_text("Score, cost and other numbers").click()
    playwright.expect(page.locator("main")).to_contain_text("Score from 0 to 1", use_inner_text=True)


def test_an_agent_that_hands_in_nothing_is_told_in_words(page, site):
    open_page(page, site, "item.html?i=0")
    row = page.locator("tr", has=page.get_by_role("link", name="null", exact=True))
    assert row.locator("td[data-label=answer]").inner_text() == "nothing was handed in"
    open_page(page, site, episode_of(site, "null"))
    assert "null used no tool and handed in no answer." in page.locator(".sentence").inner_text()


def test_an_episode_shows_the_whole_question_and_counts_calls_alike(page, site):
    open_page(page, site, "item.html?i=0")
    question = page.locator(".question").first.inner_text()
    open_page(page, site, episode_of(site, "surveyor"))
    assert page.locator(".asked .question").inner_text() == question
    made = re.search(r"used tools (\d+) times", page.locator(".sentence").inner_text())[1]
    assert f": {made} calls with what came back" in page.locator(".folds").inner_text()
    page.keyboard.press("j")
    assert f"call 1 of {made}" in page.locator("article.step h3").inner_text()


def test_the_answer_stands_beside_the_truth_field_by_field(page, site):
    open_page(page, site, episode_of(site, "oracle"))
    rows = page.locator(".answer-block tbody tr")
    assert [row.split("\n")[0].strip() for row in rows.all_inner_texts()] == ["depth_m", "excess_mass_kg"]
    assert page.locator(".answer-block .badge.right").count() == 2


# ---------------------------------------------------------------- looks


def test_dark_follows_the_system_and_a_button_turns_it(browser, site):
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(site.address("index.html"))
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Switch between light and dark").click()
    light = page.evaluate(ground)
    page.reload()
    assert dark == "rgb(15, 21, 25)"
    assert light == page.evaluate(ground) == "rgb(246, 248, 249)"
    context.close()


def test_everything_can_be_reached_by_keyboard_and_shows_it(page, site):
    open_page(page, site, "index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "A"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert page.locator("img:not([alt])").count() == 0


SMALLEST = """() => {
  const sizes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const isShown = node.textContent.trim() && element.getClientRects().length;
    if (isShown) sizes.push([parseFloat(getComputedStyle(element).fontSize), node.textContent]);
  }
  return sizes.sort((a, b) => a[0] - b[0])[0];
}"""
GLYPHS = re.compile(r"scale\(([\d.]+) -[\d.]+\)")
FIGURES = """() => Promise.all([...document.querySelectorAll("img[src$='.svg']")].map(async (image) => {
  image.loading = "eager";
  await image.decode();
  return image.getBoundingClientRect().width / image.naturalWidth;
}))"""


@pytest.mark.parametrize("width", [1300, 380])
def test_no_text_is_smaller_than_eleven_pixels(page, site, width):
    page.set_viewport_size({"width": width, "height": 900})
    for name in (*PAGES, episode_of(site, "hostile")):
        open_page(page, site, name)
        size, text = page.evaluate(SMALLEST)
        assert size >= 11, (name, text)


@pytest.mark.parametrize("width", [1300, 380])
def test_figures_are_not_shrunk(page, site, width):
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, site, "suite-toy.html")
    shares = page.evaluate(FIGURES)
    assert shares
    assert min(shares) >= 0.99
    scales = [float(one) for file in site.folder.rglob("*.svg") for one in GLYPHS.findall(file.read_text())]
    # matplotlib draws glyphs of 100 units and scales them to points, of which 72 are 96 pixels of a page.
    assert min(scales) * 100 * 96 / 72 >= 11


@pytest.mark.parametrize("width", [1300, 380])
def test_letters_of_a_suites_picture_stay_legible(page, site, width):
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, site, episode_of(site, "hostile"))
    picture = page.locator(".picture-block img")
    # The pixel says that its letters are half a pixel high: 11 pixels of the page need 22 times its width.
    assert picture.evaluate("one => one.getBoundingClientRect().width") >= 22


# ---------------------------------------------------------------- items


def test_an_item_shows_its_pictures_its_truth_and_its_map(page, site):
    open_page(page, site, "item.html?i=0")
    page.wait_for_selector(".map[data-drawn]")
    assert page.locator(".picture-block img").count() == 1
    assert page.locator(".legend").inner_text().strip() == "reports"  # and not what an agent forecast


def test_an_item_tells_what_the_second_way_gave(page, site):
    page.set_viewport_size({"width": 1300, "height": 900})
    open_page(page, site, "item.html?i=0")
    cell = page.locator(".truth-block td[data-label='second way']").first
    assert cell.inner_text() == "100.0"
    box = cell.bounding_box()
    assert box["x"] + box["width"] <= 1300


# ---------------------------------------------------------------- an agent that attacks


def test_nothing_an_agent_wrote_runs(page, site):
    open_page(page, site, episode_of(site, "hostile"))
    page.wait_for_selector(".map[data-drawn]")
    for _ in range(page.locator(".strip li").count()):
        page.keyboard.press("j")
        assert "\x1b" not in page.locator("article.step").inner_text()
    page.locator(".map path").last.hover()
    for name in ("index.html", "suite-toy.html", "browse.html", "item.html?i=0"):
        open_page(page, site, name)
        assert page.evaluate("window.attacked") is None
    open_page(page, site, episode_of(site, "hostile"))
    assert page.evaluate("window.attacked") is None
    assert page.locator("main script, main a[href^='file:///etc']").count() == 0


def test_pictures_wider_than_a_phone_say_that_they_scroll(page, site):
    page.set_viewport_size(PHONE)
    for name, which in (("suite-toy.html", ".drawn"), (episode_of(site, "surveyor"), "article.step .picture")):
        open_page(page, site, name)
        if which.startswith("article"):
            page.keyboard.press("j")
        picture = page.locator(which).first
        picture.scroll_into_view_if_needed()
        picture.locator("img").evaluate("one => one.decode()")
        page.wait_for_function("one => one.classList.contains('scrolls')", arg=picture.element_handle())
        assert "scroll sideways" in picture.evaluate("one => getComputedStyle(one, '::after').content")
        page.set_viewport_size({"width": 1600, "height": 900})
        page.wait_for_function("one => !one.classList.contains('scrolls')", arg=picture.element_handle())
        page.set_viewport_size(PHONE)


def test_hostile_text_is_shown_as_text(page, site):
    open_page(page, site, episode_of(site, "hostile"))
    assert "<script>window.attacked = 1</script>" in page.locator("main").inner_text()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.locator("article.step").get_by_text("The arguments as they were sent").click()
    playwright.expect(page.locator("article.step pre").first).to_contain_text(
        "cut: 20,000 of 10,000,0", use_inner_text=True
    )
    arguments = page.locator("article.step pre").first.inner_text()
    assert len(arguments) < 21_000
    page.keyboard.press("j")
    page.locator("article.step").get_by_text("The arguments as they were sent").click()
    playwright.expect(page.locator("article.step")).to_contain_text("\\u001b[2J", use_inner_text=True)  # as JSON has it
    assert "\\x1b[2J" in page.locator(".text-block").inner_text()


def test_a_strange_address_shows_a_sentence(page, site):
    page.goto(site.address("episode.html?e=../../../elsewhere"))
    page.wait_for_selector(".problem:has-text('no such page')")


def test_a_map_draws_its_layers_and_hides_them(page, site):
    open_page(page, site, episode_of(site, "hostile"))
    page.wait_for_selector(".map[data-drawn]")
    assert "1 shape cannot be drawn" in page.locator(".legend").inner_text()
    shape = page.locator(".map path[stroke='#b2182b']")
    assert shape.is_visible()
    page.locator(".legend input").first.uncheck()
    assert not shape.is_visible()


def test_a_map_without_the_library_is_plain(page, site, tmp_path):
    copy = shutil.copytree(site.folder, tmp_path / "plain")
    shell = (copy / "episode.html").read_text()
    (copy / "episode.html").write_text(shell.replace('<script defer src="assets/map.js"></script>', ""))
    page.goto(f"{copy.as_uri()}/{episode_of(site, 'hostile')}")
    page.wait_for_selector(".map[data-drawn='plain']")
    assert page.locator(".map svg path[stroke='#b2182b'] title").text_content().startswith("<script>")
    page.locator(".legend input").first.uncheck()
    assert not page.locator(".map svg path[stroke='#b2182b']").is_visible()


def test_steps_opened_by_their_heading_show_the_first(page, site):
    open_page(page, site, episode_of(site, "surveyor").partition("#")[0])
    page.get_by_text("Step by step").click()
    page.wait_for_selector("article.step")
    assert page.locator("#where").inner_text().startswith("entry 1 of ")
