// The language of the page.

import { en, type Texts } from "./text/en.ts";
import { ja } from "./text/ja.ts";

export const languages: Record<string, Texts> = { en, ja };

const wished = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
export const language = wished in languages ? wished : "en";
const texts = languages[language] ?? en;

/** A text, with what stands in braces filled in. */
export function t(name: keyof Texts, values: Record<string, string | number> = {}): string {
  return texts[name].replace(/\{(\w+)\}/g, (_, word: string) => String(values[word] ?? ""));
}
