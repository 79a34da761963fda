"""The mutants of a module: every small change to its syntax tree, one at a time."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import attrs

_PAIRS: list[tuple[type[ast.AST], type[ast.AST]]] = [
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq)),
    *((ast.Is, ast.IsNot), (ast.In, ast.NotIn)),
    *((ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv)),
    *((ast.BitAnd, ast.BitOr), (ast.LShift, ast.RShift)),
]
_OPERATORS = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_OPERATORS |= {ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitXor: ast.BitOr}
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_ONE_RECORD = {"rules", "settings", "works", "tables", "blank", "nets"}
# Not part of the rules: types, decorators, and text.
_LEFT_OUT = {"annotation", "returns", "decorator_list", "bases", "type_params", "ctx"}


@attrs.frozen
class Mutant:
    """A module with one change."""

    module: str
    path: Path
    name: str
    """The function and the change. It identifies the mutant as long as the function stays."""
    line: int
    function: tuple[str, int] | None
    """Name and first line of the outermost function that is changed, if one is."""
    code: CodeType

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in the results."""
        return self.module, self.name


@attrs.frozen
class _Site:
    """A child of a node, which can be replaced."""

    owner: ast.AST
    field: str
    index: int | None
    node: ast.AST
    function: ast.FunctionDef | None
    scope: str
    statement: ast.stmt

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.index] = node


def module_mutants(module: str, path: Path) -> Iterator[Mutant]:
    """All mutants of a module that compile."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: Counter[str] = Counter()
    for site in list(_sites(tree, None, "", None)):
        before = _first_line(site.statement)
        for replacement in _replacements(site):
            _copy_place(site, replacement)
            site.put(replacement)
            statement = replacement if site.node is site.statement else site.statement
            name = f"{site.scope or 'module'}: {before}  =>  {_first_line(statement)}"
            code = _compile(tree, path)
            site.put(site.node)
            if code is None:
                continue
            names[name] += 1
            if names[name] > 1:
                name += f"  ({names[name]})"
            place = None
            if function := site.function:
                lines = [function.lineno, *(node.lineno for node in function.decorator_list)]
                place = function.name, min(lines)
            yield Mutant(module, path, name, site.statement.lineno, place, code)


def _compile(tree: ast.Module, path: Path) -> CodeType | None:
    try:
        return compile(tree, str(path), "exec")
    except SyntaxError:
        return None


def _copy_place(site: _Site, replacement: ast.AST) -> None:
    place = site.node if hasattr(site.node, "lineno") else site.statement
    for node in ast.walk(replacement):
        if not hasattr(node, "lineno"):
            ast.copy_location(node, place)


def _first_line(node: ast.AST) -> str:
    """A statement as text; of a compound one, the head."""
    lines = ast.unparse(node).splitlines()
    decorators = sum(line.startswith("@") for line in lines)
    if hasattr(node, "body") or isinstance(node, ast.Match):
        return lines[decorators]
    return " ".join(line.strip() for line in lines)


def _sites(
    owner: ast.AST, function: ast.FunctionDef | None, scope: str, statement: ast.stmt | None
) -> Iterator[_Site]:
    for field, value in ast.iter_fields(owner):
        if field in _LEFT_OUT:
            continue
        inner, inner_scope = function, scope
        if isinstance(owner, ast.FunctionDef) and field == "body":
            inner = function or owner
        if isinstance(owner, (ast.FunctionDef, ast.ClassDef)) and field == "body":
            inner_scope = f"{scope}.{owner.name}".lstrip(".")
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST) or _is_left_out(child):
                continue
            of = child if isinstance(child, ast.stmt) else statement
            if of is None:
                continue
            place = index if isinstance(value, list) else None
            yield _Site(owner, field, place, child, inner, inner_scope, of)
            yield from _sites(child, inner, inner_scope, of)


def _is_left_out(node: ast.AST) -> bool:
    """Text, types, pictures, branches for the type checker, checks of the code against itself.

    And the index of the only record of an array, which -1 is too.
    """
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=0)):
            return name in _ONE_RECORD
        case (
            (ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.keyword(arg="strict"))
            | ast.Expr(value=ast.Call(func=ast.Name(id="assert_never")))
            | ast.Call(func=ast.Name(id="TypeVar" | "set_public_module"))
            | ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))
            | ast.FunctionDef(name="_repr_svg_" | "_repr_html_")
        ):
            return True
    return False


def _replacements(  # noqa: C901, PLR0912 - a case for each kind of node
    site: _Site,
) -> Iterator[ast.AST]:
    match site.node:
        case ast.cmpop() | ast.operator() as sign:
            yield _OPERATORS[type(sign)]()
        case ast.BoolOp(op=sign, values=values):
            other = ast.Or() if isinstance(sign, ast.And) else ast.And()
            yield ast.BoolOp(other, values)
            for index in range(len(values)):
                rest = values[:index] + values[index + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(sign, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=None):
            yield ast.Constant(value=True)
        case ast.Name(id=name) if name in _FUNCTIONS:
            yield ast.Name(_FUNCTIONS[name], ast.Load())
        case ast.Slice(lower=lower, upper=upper):
            if lower is not None:
                yield ast.Slice(None, upper, site.node.step)
            if upper is not None:
                yield ast.Slice(lower, None, site.node.step)
        case ast.Return(value=value) if not _is_none_or_bool(value):
            yield ast.Return(ast.Constant(value=None))
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Name() | ast.Attribute() | ast.Call() as test if site.field in {"test", "ifs"}:
            yield ast.UnaryOp(ast.Not(), test)


def _is_none_or_bool(value: ast.expr | None) -> bool:
    """Whether a `return` has a value that another mutant changes already, or none."""
    return value is None or (
        isinstance(value, ast.Constant) and (value.value is None or type(value.value) is bool)
    )
