"""The advance after a won combat [advance]."""
