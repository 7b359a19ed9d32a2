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
      : typeof value === 'number'
        ? value.toLocaleString(language)
        : value;
  });
}

function form(forms: Record<string, string>, values: Values, language: string): string {
  if (values.who === 'you' && forms.you !== undefined) return forms.you;
  const count = Number(values.count ?? 0);
  const exact = forms[`=${count}`];
  if (exact !== undefined) return exact;
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other ?? '';
}
