"""The threads that tests speak of, beside the people of `tests.people`."""

from tests.secrecy import roles
from tests.tables import harbour, notes, private_scene, scene, talk, thor, toad

__all__ = ["harbour", "notes", "private_scene", "roles", "scene", "talk", "thor", "toad"]
