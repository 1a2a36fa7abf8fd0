// Loads nothing: the test only changes this file.
