/**
 * Messages with values: `{name}` is filled in. Of a message with forms, `you` is chosen if the value
 * `who` says so, else the form for `count`.
 */

export type Message = string | Record<string, string>;
export type Catalogue = Record<string, Message>;
export type Values = Record<string, string | number>;

export function fill(message: Message, values: Values, language: string): string {
  const text = typeof message === 'string' ? message : form(message, values, language);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined
      ? whole
      : typeof value === 'number' && !isPlain(value)
        ? value.toLocaleString(language)
        : String(value);
  });
}

/** Written alike in every language: to ask the browser how takes long. */
const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

/** What a language says for how many; to make it takes long too. */
let plural = new Intl.PluralRules('en');
function pluralOf(count: number, language: string): string {
  if (plural.resolvedOptions().locale !== language) plural = new Intl.PluralRules(language);
  return plural.select(count);
}

function form(forms: Record<string, string>, values: Values, language: string): string {
  if (values.who === 'you' && forms.you !== undefined) return forms.you;
  const count = Number(values.count ?? 0);
  const exact = forms[`=${count}`];
  if (exact !== undefined) return exact;
  return forms[pluralOf(count, language)] ?? forms.other ?? '';
}
