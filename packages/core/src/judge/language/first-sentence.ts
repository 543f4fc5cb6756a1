/**
 * The first sentence of a text that is worth keeping, as an exact range of UTF-16 code units.
 *
 * Invariant: the range holds a letter or digit, is at most {@link LONGEST} long and splits no surrogate pair.
 */

export interface Range {
  readonly start: number;
  readonly end: number;
}

const LONGEST = 400;

/** What opens a line of markdown and says nothing. */
const MARKS =
  /(?:\s{1,400}|#{1,6}\s|>|[-*+•‣]\s|\d{1,3}[.)]\s|\[[ xX]\]\s|\*{1,3}(?=[\p{L}\p{N}])|\p{Extended_Pictographic}\ufe0f?(?=\s))/uy;
const FENCE = /^\s{0,8}(?:```|~~~)/;
/** Headings that announce a text and could stand above any. */
const FILLER = new Set(
  `summary,overview,result,results,answer,response,introduction,intro,background,context,update,status,report,tl;dr,tldr,
  conclusion,findings,analysis,plan,details,notes,zusammenfassung,überblick,übersicht,ergebnis,ergebnisse,antwort,einleitung,
  hintergrund,kontext,bericht,fazit,résumé,aperçu,résultat,résultats,réponse,contexte,rapport,conclusion,resumen,resultado,
  resultados,respuesta,contexto,informe,conclusión,resumo,resposta,relatório,conclusão,riepilogo,sintesi,risultato,risultati,
  risposta,contesto,samenvatting,overzicht,resultaat,antwoord,podsumowanie,wynik,wyniki,odpowiedź,итог,итоги,обзор,результат,
  результаты,ответ,概要,要約,結果,回答,まとめ,背景,总结,摘要,概述,结果,答案,结论,요약,개요,결과,답변,배경`.split(
    /,\s*/,
  ),
);
/** With their capitals: "Ms." is a title, "5 ms." ends a sentence. */
const ABBREVIATIONS = new Set(
  `Mr,Mrs,Ms,Dr,Prof,St,Sr,Sra,Jr,Mme,Mlle,Dott,Sig,Fig,fig,Nr,nr,Vol,vol,Abs,Art,Str,Tel,Inc,Ltd,vs,cf,approx,ca,resp,incl,
  excl,bzw,vgl,Vgl,ggf,evtl,inkl,exkl,sog,max,min,env,pp,al,e.g,E.g,i.e,I.e,z.B,Z.B,d.h,D.h,u.a,s.o,s.u,o.ä,p.ex,p.ej,a.m,p.m,
  U.S,т.е,т.д,т.п,напр,np,tzn,bijv,d.w.z,o.a`.split(/,\s*/),
);

export function firstSentence(text: string): Range | undefined {
  let filler: number | undefined;
  let shown: number | undefined;
  let inside = false;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const lineEnd = found < 0 ? text.length : found;
    if (FENCE.test(text.slice(at, Math.min(lineEnd, at + 16)))) inside = !inside;
    else {
      const start = startIn(text, at, lineEnd);
      if (start !== undefined) {
        if (inside) shown ??= start;
        else if (isFiller(text, start, lineEnd)) filler ??= start;
        else return sentenceFrom(text, start);
      }
    }
    at = lineEnd + 1;
  }
  // What was passed over is better than nothing.
  const start = filler ?? shown;
  return start === undefined ? undefined : sentenceFrom(text, start);
}

/** Where the line begins to say something. */
function startIn(text: string, from: number, to: number): number | undefined {
  let at = from;
  while (at < to) {
    MARKS.lastIndex = at;
    const mark = MARKS.exec(text)?.[0];
    if (mark === undefined) break;
    at += mark.length;
  }
  if (at >= to) return undefined;
  const first = text.slice(at, to).search(/[\p{L}\p{N}]/u);
  if (first < 0) return undefined;
  // A quote or bracket is kept, a ruler is not.
  return first <= 8 ? at : at + first;
}

function isFiller(text: string, start: number, lineEnd: number): boolean {
  if (lineEnd - start > 40) return false;
  const heading = text.slice(start, lineEnd).replace(/[\s:：*_#.]{1,40}$/u, '');
  return FILLER.has(heading.normalize('NFC').toLowerCase());
}

function sentenceFrom(text: string, start: number): Range {
  const limit = Math.min(text.length, start + LONGEST);
  for (let at = start; at < limit; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\n' && !/\p{Ll}/u.test(text[at + 1] ?? '')) return trimmed(text, start, at);
    if ('.!?…。！？؟'.includes(sign) && isEnd(text, start, at))
      return trimmed(text, start, closed(text, at + 1, limit));
  }
  return trimmed(text, start, limit === text.length ? limit : wordEnd(text, start, limit));
}

function isEnd(text: string, start: number, at: number): boolean {
  if ('。！？'.includes(text[at] ?? '')) return hasSign(text, start, at);
  if (
    !/^[.!?…]{0,8}["'”’»)\]*_]{0,4}(?:\s|$|[\u3000-\u9fff\uac00-\ud7af])/u.test(text.slice(at + 1, at + 16))
  )
    return false;
  if (text[at] !== '.') return hasSign(text, start, at);
  if (/^\s\p{Ll}/u.test(text.slice(at + 1, at + 4))) return false;
  const word = /[\p{L}\p{N}.]{0,16}$/u.exec(text.slice(Math.max(start, at - 16), at))?.[0] ?? '';
  const last = word.slice(word.lastIndexOf('.') + 1);
  if (/^\p{L}$/u.test(last) || ABBREVIATIONS.has(word))
    return at + 1 >= text.length || !/\s\S/.test(text.slice(at + 1, at + 3));
  // An ordinal of German and others: "am 3. März".
  return (
    !(/^\d{1,2}$/.test(word) && /^\s\p{L}/u.test(text.slice(at + 1, at + 4))) && hasSign(text, start, at)
  );
}

function hasSign(text: string, start: number, end: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.slice(start, end));
}

/** Behind the marks and quotes that close the sentence. */
function closed(text: string, from: number, limit: number): number {
  let end = from;
  while (end < limit && /[.!?…。！？؟"'”’»)\]」』）]/.test(text[end] ?? '')) end += 1;
  return end;
}

/** Behind the last word that ends before the limit; where no space is, right there. */
function wordEnd(text: string, start: number, limit: number): number {
  for (let at = limit; at > start; at -= 1)
    if (/\s/.test(text[at] ?? '') && hasSign(text, start, at)) return at;
  const split = /[\ud800-\udbff]/.test(text[limit - 1] ?? '') && /[\udc00-\udfff]/.test(text[limit] ?? '');
  return split ? limit - 1 : limit;
}

function trimmed(text: string, start: number, end: number): Range {
  let last = end;
  while (last > start && /[\s*_]/.test(text[last - 1] ?? '')) last -= 1;
  return { start, end: last };
}
