"""The threads that tests speak of, beside the people of `tests.people`."""

from tests.tables import harbour, notes, private_scene, scene, talk, thor, toad

__all__ = ["harbour", "notes", "private_scene", "scene", "talk", "thor", "toad"]
