"""The version, where it can be read without importing anything else."""

VERSION = "0.1.0"
DISTRIBUTION = "puzzle-runner"


def homepage() -> str:
    """Return the address of this program from the metadata of its package; an empty text without them."""
    from importlib import metadata

    try:
        urls = metadata.metadata(DISTRIBUTION).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        urls = []
    # A URL stands behind its label: "Homepage, https://...".
    return urls[0].partition(", ")[2] if urls else ""
