import { fromMarkdown, type CompileContext, type Extension } from 'mdast-util-from-markdown';
import { gfm } from 'micromark-extension-gfm';

export type MarkdownRoot = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownRoot['children'][number];

type FootnoteNode = Extract<MarkdownNode, { type: 'footnoteDefinition' }>;

type Handler = NonNullable<Extension['enter']>[string];
type Token = Parameters<Handler>[0];
type Opened = Parameters<CompileContext['enter']>[0];

const open = (node: () => Opened): Handler =>
  function (token) {
    this.enter(node(), token);
  };

const close: Handler = function (token) {
  this.exit(token);
};

function addText(context: CompileContext, token: Token, value: string): void {
  context.enter({ type: 'text', value }, token);
  context.exit(token);
}

const say = (value: string): Handler =>
  function (token) {
    addText(this, token, value);
  };

const withBars = (code: string): string => code.replaceAll('\\|', '|');

const cell = open(() => ({ type: 'tableCell', children: [] }));

/** What GitHub's flavour adds to Markdown, as nodes of the tree; labels of footnotes become plain text. */
const gfmTree: Extension = {
  enter: {
    strikethrough: open(() => ({ type: 'delete', children: [] })),
    table: open(() => ({ type: 'table', align: [], children: [] })),
    tableRow: open(() => ({ type: 'tableRow', children: [] })),
    tableHeader: cell,
    tableData: cell,
    literalAutolink: open(() => ({ type: 'link', title: null, url: '', children: [] })),
    literalAutolinkHttp(token) {
      this.config.enter.autolinkProtocol?.call(this, token);
    },
    literalAutolinkWww(token) {
      this.config.enter.autolinkProtocol?.call(this, token);
    },
    literalAutolinkEmail(token) {
      this.config.enter.autolinkProtocol?.call(this, token);
    },
    gfmFootnoteCallString() {
      this.buffer();
    },
    gfmFootnoteDefinition: open(() => ({
      type: 'footnoteDefinition',
      identifier: '',
      children: [],
    })),
    gfmFootnoteDefinitionLabelString() {
      this.buffer();
    },
    taskListCheckValueChecked: say('☑'),
    taskListCheckValueUnchecked: say('☐'),
  },
  exit: {
    strikethrough: close,
    table: close,
    tableRow: close,
    tableHeader: close,
    tableData: close,
    codeText(token) {
      const value = this.resume();
      const code = this.stack.at(-1);
      const isInTable = this.stack.some(({ type }) => type === 'tableCell');
      // There a backslash keeps a bar from ending the cell, in code, too.
      if (code?.type === 'inlineCode') code.value = isInTable ? withBars(value) : value;
      this.exit(token);
    },
    literalAutolink: close,
    literalAutolinkHttp(token) {
      this.config.exit.autolinkProtocol?.call(this, token);
    },
    literalAutolinkEmail(token) {
      this.config.exit.autolinkEmail?.call(this, token);
    },
    literalAutolinkWww(token) {
      this.config.exit.data?.call(this, token);
      const link = this.stack.at(-1);
      if (link?.type === 'link') link.url = `http://${this.sliceSerialize(token)}`;
    },
    gfmFootnoteCallString(token) {
      addText(this, token, `[${this.resume()}]`);
    },
    gfmFootnoteDefinitionLabelString() {
      const label = this.resume();
      const note = this.stack.at(-1);
      if (note?.type === 'footnoteDefinition') note.label = label;
    },
    gfmFootnoteDefinition(token) {
      const note = this.stack.at(-1);
      if (note?.type === 'footnoteDefinition') labelNote(note);
      this.exit(token);
    },
  },
};

/** Puts the label of a footnote before its text. */
function labelNote({ label, children }: FootnoteNode): void {
  const [first] = children;
  const mark = `[${label ?? ''}]`;
  if (first?.type === 'paragraph') first.children.unshift({ type: 'text', value: `${mark} ` });
  else children.unshift({ type: 'paragraph', children: [{ type: 'text', value: mark }] });
}

/** The tree of a Markdown text, in GitHub's flavour. */
export const markdownTree = (markdown: string): MarkdownRoot =>
  fromMarkdown(markdown.replace(/^\uFEFF+/, ''), {
    extensions: [gfm()],
    mdastExtensions: [gfmTree],
  });
