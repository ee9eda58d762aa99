"""What Schemathesis has to be told to ask Accord."""

import json
from urllib.parse import urlencode

import schemathesis

# Longer addresses and headers are 431 whatever the operation, as the documents' introductions say.
LONGEST = 12_000


@schemathesis.hook
def filter_case(context, case):
    parts = (case.path_parameters, case.query, case.headers, case.cookies)
    return sum(length(part) for part in parts) < LONGEST


def length(part):
    """As it is sent: each item of a list under the parameter's name, and escaped."""
    return len(urlencode(dict(part), doseq=True)) if part else 0


@schemathesis.serializer("application/x-ndjson")
def write_lines(context, value):
    lines = value if isinstance(value, list) else [value]
    return "\n".join(json.dumps(line) for line in lines).encode()
