"""The version, where it can be read without importing anything else."""

VERSION = "0.1.0"
DISTRIBUTION = "puzzle-runner"
