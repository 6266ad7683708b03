"""One folder for everything that can be made again: items, engine runs, pictures, decoded fields, web pages.

    FOLDER/                         MESOCOSM_CACHE, else XDG_CACHE_HOME/mesocosm, else ~/.cache/mesocosm
      usage                         bytes in all kinds together, counted at each write
      installation.key              the secret behind the codes of all entries
      KIND/kind.json                what the kind holds, and the code version last used
      KIND/code-VERSION-KEY/NAME    an entry, named by the code that made it and by what it was made from
      KIND/.codes/                  the codes of entries that are files or folders; others begin with theirs
      KIND/.drafts/, KIND/.locks/   entries that are being written, and who is writing them

A kind is declared where its entries are made: `Kind("my-tiles", "Tiles of my maps", version=lambda: "1")`. Other
packages do the same; `mesocosm cache` finds every kind by its `kind.json`.
"""

from mesocosm.cache.code_version import code_version
from mesocosm.cache.folder import LIMIT_VARIABLE, VARIABLE, CacheUnwritable, folder, limit_bytes
from mesocosm.cache.plain_files import CacheRefused
from mesocosm.cache.signed_entries import Kind
from mesocosm.cache.tampering import changed_entries

__all__ = [
    "LIMIT_VARIABLE",
    "VARIABLE",
    "CacheRefused",
    "CacheUnwritable",
    "Kind",
    "changed_entries",
    "code_version",
    "folder",
    "limit_bytes",
]
