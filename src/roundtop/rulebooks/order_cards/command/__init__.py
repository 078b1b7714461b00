"""Officers and messengers [officer]. Messengers, and what they bring, are in `messengers`."""
