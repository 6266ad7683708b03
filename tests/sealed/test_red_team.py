"""The red team's misuse of a socket, against a sealed scorer."""

from __future__ import annotations

from mesocosm.redteam.exploits.processes import forged_messages
from mesocosm.sealed.ledger import Scored, read_ledger
from mesocosm.sealed.playing import play_all


def test_forged_requests_to_a_sealed_scorer_gain_nothing(socket, scorer, folder):
    play_all(socket, forged_messages, "forger")
    entries, problems, _ = read_ledger(folder.record, scorer.seal)
    assert problems == []
    assert {entry.score.value for entry in entries if isinstance(entry, Scored)} <= {0.0}
