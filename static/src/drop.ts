// Save files by drag and drop: one dropped anywhere on the title screen is loaded, a finished game is dragged out.

import { tr } from "./words";

const KINDS = /\.json$/i;

const carries = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Shows what became of a file, where everybody finds it. */
function tell(text: string): void {
  const news = document.getElementById("news");
  if (!news) return;
  news.hidden = !text;
  news.textContent = text;
  if (text) news.scrollIntoView({ block: "nearest" });
}

/** Says why files can't be a save that the server takes, or "" if they may be one. */
function wrong(files: File[], limit: number): string {
  const [file] = files;
  if (!file) return tr("Nothing was dropped that can be read. Drop a save file: it ends in .json.");
  if (files.length > 1) return tr("{n} files were dropped. Drop one save file at a time.", { n: files.length });
  if (!KINDS.test(file.name)) return tr("{file} is no save file: a save file ends in .json.", { file: file.name });
  if (file.size > limit) return tr("{file} has {size} bytes: a save file has {limit} at most.", { file: file.name, size: file.size, limit });
  return file.size ? "" : tr("{file} is empty.", { file: file.name });
}

/** Sends a save file; leads to the game that comes of it, or says what is wrong with it. */
async function load(form: HTMLFormElement, file: File): Promise<void> {
  tell(tr("Loading {file} ...", { file: file.name }));
  const body = new FormData();
  body.set("token", form.querySelector<HTMLInputElement>('[name="token"]')?.value ?? "");
  body.set("save", file);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.ok) return location.assign(answer.url); // it was led on to the game
  const told = (await answer.json().catch(() => ({}))) as { error?: { message?: string } };
  const why = told.error?.message ?? String(answer.status);
  tell(tr("{file} can't be loaded: {why}", { file: file.name, why }));
}

/** Lets a finished game be dragged out of the page as a file. */
function dragOut(event: DragEvent): void {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-save]") : null;
  if (!card || !event.dataTransfer) return;
  const url = new URL(card.dataset["save"] ?? "", location.href).href;
  event.dataTransfer.effectAllowed = "copy";
  event.dataTransfer.setData("DownloadURL", `application/json:${card.dataset["file"]}:${url}`);
  event.dataTransfer.setData("text/uri-list", url);
  event.dataTransfer.setData("text/plain", url);
}

/** Heeds files dragged over this page and games dragged out of it, where the page can load one. */
export function heedFiles(): void {
  const form = document.getElementById("import");
  if (!(form instanceof HTMLFormElement)) return;
  for (const hint of document.querySelectorAll<HTMLElement>(".can-drop")) hint.hidden = false;
  const over = (on: boolean): boolean => document.body.classList.toggle("dropping", on);
  document.addEventListener("dragstart", dragOut);
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault(); // a drop is taken here
    over(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault(); // the browser would open the file in place of the page
    over(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    const why = wrong(files, Number(form.dataset["limit"]));
    if (why) return tell(why);
    const [file] = files;
    if (file) void load(form, file).catch(() => tell(tr("{file} can't be sent: the server does not answer.", { file: file.name })));
  });
}
