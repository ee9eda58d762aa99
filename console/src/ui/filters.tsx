/** Filters of a list. They stand in the address, so that what was found can be shared. */
import type { ComponentChildren, JSX } from "preact";
import { setQuery } from "../address.ts";

export function Filters({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  );
}

interface FieldProps {
  readonly url: URL;
  /** The parameter of the address. */
  readonly name: string;
  readonly label: string;
}

export function TextFilter({ url, name, label, wide = false }: FieldProps & { readonly wide?: boolean }): JSX.Element {
  return (
    <label class={wide ? "wide" : ""}>
      {label}
      <input
        type="search"
        maxLength={200}
        value={url.searchParams.get(name) ?? ""}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      />
    </label>
  );
}

export function ChoiceFilter({
  url,
  name,
  label,
  choices,
  any = "Any",
}: FieldProps & { readonly choices: readonly (readonly [string, string])[]; readonly any?: string }): JSX.Element {
  return (
    <label>
      {label}
      <select
        value={url.searchParams.get(name) ?? ""}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      >
        <option value="">{any}</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
