"""Episodes that were left waiting for a model's server: the same command asks again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mesocosm.report.logs import readable_logs
from mesocosm.screen.foreign import tell


def mark_waiting(log_dir: Path) -> None:
    """Mark what waits in finished logs as not done, so that Inspect runs it again and keeps the rest.

    Only for the holder of the folder.
    """
    from inspect_ai.log import ProvenanceData, invalidate_samples, read_eval_log, write_eval_log

    for file, header in readable_logs(sorted(log_dir.rglob("*.eval")), header_only=True):
        if header.status != "success" or header.invalidated:
            continue
        log = read_eval_log(str(file))
        waiting = [sample.uuid for sample in log.samples or () if sample.uuid and is_waiting(sample)]
        if waiting:
            tell(f"asked again: {len(waiting)} episodes of {log.eval.model}, whose server had not replied", err=True)
            why = ProvenanceData(author="mesocosm", reason="the model's server had not replied")
            write_eval_log(invalidate_samples(log, waiting, why), str(file))


def is_waiting(sample: Any) -> bool:
    """Whether a sample of a log ended while its model's server had not replied."""
    details = (sample.scores or {}).get("details")
    return details is not None and (details.metadata or {}).get("end") == "waiting"
