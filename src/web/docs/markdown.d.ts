/** A Markdown file is bundled as its text (`native/setup/pages.mjs`). */
declare module '*.md' {
  const text: string;
  export default text;
}
