/** Where an expression is written: it completes names of metrics and functions (ARIA's combobox). */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const functions = [
  "abs avg avg_over_time bottomk by ceil changes clamp count count_over_time delta deriv floor group",
  "histogram_quantile increase irate label_join label_replace last_over_time max max_over_time min min_over_time",
  "offset predict_linear quantile quantile_over_time rate round scalar sort sort_desc stddev sum sum_over_time time",
  "timestamp topk vector without",
].flatMap((line) => line.split(" "));

const mostShown = 12;

interface QueryFieldProps {
  readonly value: string;
  readonly names: readonly string[];
  readonly onRun: (text: string) => void;
}

export function QueryField({ value, names, onRun }: QueryFieldProps): JSX.Element {
  const [text, setText] = useState(value);
  const [choices, setChoices] = useState<readonly string[]>([]);
  const [chosen, choose] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(value), [value]);

  /** The word before the caret, which may be completed. */
  const wordAt = (caret: number, all: string) => /[A-Za-z_:][\w:.]*$/.exec(all.slice(0, caret))?.[0] ?? "";
  const suggest = (all: string, caret: number) => {
    const word = wordAt(caret, all).toLowerCase();
    if (word.length < 2) return setChoices([]);
    const found = [...functions, ...names].filter((name) => name.toLowerCase().includes(word) && name !== word);
    found.sort((a, b) => Number(b.toLowerCase().startsWith(word)) - Number(a.toLowerCase().startsWith(word)));
    setChoices(found.slice(0, mostShown));
    choose(0);
  };
  const take = (name: string) => {
    const element = field.current;
    if (element === null) return;
    const caret = element.selectionStart ?? text.length;
    const start = caret - wordAt(caret, text).length;
    const after = start + name.length;
    setText(text.slice(0, start) + name + text.slice(caret));
    setChoices([]);
    queueMicrotask(() => {
      element.focus();
      element.setSelectionRange(after, after);
    });
  };
  const run = () => {
    setChoices([]);
    onRun(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const open = choices.length > 0;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      choose((chosen + (event.key === "ArrowDown" ? 1 : choices.length - 1)) % choices.length);
    } else if (open && (event.key === "Tab" || event.key === "Enter")) take(choices[chosen] ?? "");
    else if (open && event.key === "Escape") setChoices([]);
    else if (event.key === "Enter") run();
    else return;
    event.preventDefault();
  };
  return (
    <div class="query">
      <label for="query">Expression (PromQL)</label>
      <input
        type="text"
        id="query"
        ref={field}
        maxLength={8_000}
        spellcheck={false}
        autocomplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls="completions"
        aria-activedescendant={choices.length > 0 ? `completion-${chosen}` : undefined}
        placeholder="histogram_quantile(0.95, sum by (le) (rate(http_request_duration_seconds_bucket[5m])))"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          suggest(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setChoices([]), 150)}
      />
      <div id="completions" role="listbox" aria-label="Completions" hidden={choices.length === 0}>
        {choices.map((name, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
          <div
            key={name}
            id={`completion-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => take(name)}
          >
            {name}
          </div>
        ))}
      </div>
      <button type="button" class="first" onClick={run}>
        Run
      </button>
    </div>
  );
}
