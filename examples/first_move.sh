#!/bin/sh
# A bot in another language: keltis watch "program:sh examples/first_move.sh" random
#
# It reads a JSON object a line, and answers each request with its first legal move, which is one
# that lays a card if any card fits.
while read -r line; do
    case $line in
    '{"type":"move",'*) printf '%s\n' "$line" | sed 's/^.*"moves":\["\([^"]*\)".*$/\1/' ;;
    esac
done
