"""The umpire beside a real table: what is asked first, unit cards, steps that change them."""
