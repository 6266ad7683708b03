"""Retry of episodes that broke, or wait for a model's server: the same command runs them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mesocosm.report.logs import readable_logs
from mesocosm.screen.untrusted_text import tell


def mark_undone(log_dir: Path) -> None:
    """Mark broken and waiting episodes of finished logs as not done, so that Inspect runs only those again.

    Only for the holder of the lock on the folder.
    """
    from inspect_ai.log import ProvenanceData, invalidate_samples, read_eval_log, write_eval_log

    for file, header in readable_logs(sorted(log_dir.rglob("*.eval")), header_only=True):
        if header.status != "success" or header.invalidated:
            continue
        log = read_eval_log(str(file))
        undone = [sample.uuid for sample in log.samples or () if sample.uuid and is_undone(sample)]
        if undone:
            tell(f"asked again, since they broke or wait for a server: {len(undone)} of {log.eval.model}", err=True)
            why = ProvenanceData(author="mesocosm", reason="broken, or the model's server had not replied")
            write_eval_log(invalidate_samples(log, undone, why), str(file))


def is_undone(sample: Any) -> bool:
    """Whether a sample of a log broke, or ended while its model's server had not replied."""
    details = (sample.scores or {}).get("details")
    end = (details.metadata or {}).get("end") if details is not None else None
    return sample.error is not None or end in ("waiting", "broken")
