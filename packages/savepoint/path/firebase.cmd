@node "%~dp0firebase" %*
