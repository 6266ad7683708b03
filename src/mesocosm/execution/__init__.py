"""One executor: work with keys, spread over processes, a Ray cluster or Slurm, with the same results from each."""
