"""Sets of questions as the publication released them, described for data catalogues."""
