"""The folder one episode may touch: confinement, artifacts, quotas, the frozen clock and the submission desk."""
