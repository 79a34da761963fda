"""The rules of CELTIC!: they import `errors` and `_lib` alone; `keltis.celtic` exports them."""
