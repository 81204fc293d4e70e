import createDOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'
import { bareMarks } from './bare-marks.ts'

/** What an item of a list begins with that is to be done, or is. */
const BOX = /^\[([ xX])\]\s/
const LINE = 'data-line'

const markdown = new MarkdownIt({ html: true, linkify: true })
// Of the HTML in a note the marks of writing stay, bare. The sanitizer would see to it too, but the browser
// complains of every handler of events that it only parses.
markdown.renderer.rules.html_block = (tokens, index) =>
  bareMarks(tokens[index]?.content ?? '', (tag) => BARE_TAGS.has(tag))
markdown.renderer.rules.html_inline = markdown.renderer.rules.html_block

// Of an item with a box, where it stands in the note. In the HTML of a note there are no attributes that could claim it.
markdown.core.ruler.push('boxes', ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 2]
    if (token.type !== 'list_item_open' || inline?.type !== 'inline') continue
    if (BOX.test(inline.content)) token.attrSet(LINE, `${inline.map?.[0]}`)
  }
})

/**
 * A note as nodes of the page. Notes come from anywhere: of what is in them only the marks of writing stay.
 * Classes, styles and ids go, since ours would dress a note up as the app itself; so do forms, frames and
 * scripts. Pictures from elsewhere are named and not loaded: who sent the note would learn that it is read. One that the note names by
 * a path of the drive has it as `data-path`, and whoever shows the note loads it.
 */
export function renderMarkdown(
  text: string,
  blockedPicture: string,
  onTick?: (line: number, isTicked: boolean) => void,
  toBeside: (link: string) => string | undefined = () => undefined,
): DocumentFragment {
  const purify = createDOMPurify(window)
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node instanceof HTMLAnchorElement) restrainLink(node)
    if (node instanceof HTMLImageElement) restrainPicture(node, toBeside)
  })
  const fragment = purify.sanitize(markdown.render(text), {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: [
      'href',
      'src',
      'alt',
      'title',
      'colspan',
      'rowspan',
      'start',
      'align',
      'open',
      LINE,
    ],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
  for (const item of fragment.querySelectorAll('li')) showBox(item, onTick)
  for (const picture of fragment.querySelectorAll<HTMLImageElement>(
    'img:not([src]):not([data-path])',
  )) {
    picture.replaceWith(toWords(picture, blockedPicture))
  }
  return fragment
}

const TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'small', 'q', 'abbr'],
  ...['a', 'img', 'details', 'summary', 'figure', 'figcaption', 'div', 'span'],
]

/** Links and pictures are written in Markdown. */
const BARE_TAGS = new Set(TAGS.filter((tag) => tag !== 'a' && tag !== 'img'))

/** Out of here in a tab of its own that knows nothing of this one; a path would lead into our own pages. */
function restrainLink(link: HTMLAnchorElement): void {
  const target = link.getAttribute('href') ?? ''
  if (!/^(https?:|mailto:)/i.test(target)) {
    link.removeAttribute('href')
    return
  }
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
}

/** Before it is in the page, where it would be loaded at once. */
function restrainPicture(
  picture: HTMLImageElement,
  toBeside: (link: string) => string | undefined,
): void {
  const source = picture.getAttribute('src') ?? ''
  if (/^data:image\/(png|jpeg|gif|webp|avif);/i.test(source)) return
  picture.removeAttribute('src')
  const path = toBeside(source)
  if (path !== undefined) picture.dataset.path = path
}

/** In the place of a picture that is not shown. */
export function toWords({ alt }: HTMLImageElement, blocked: string): HTMLElement {
  const words = document.createElement('span')
  words.className = 'blocked-picture'
  words.textContent = alt ? `${blocked}: ${alt}` : blocked
  return words
}

/** `- [x] done` is a box in every other place that notes are read. */
function showBox(
  item: HTMLLIElement,
  onTick: ((line: number, isTicked: boolean) => void) | undefined,
): void {
  const { line } = item.dataset
  item.removeAttribute(LINE)
  const first = item.firstChild instanceof HTMLParagraphElement ? item.firstChild : item
  const words = first.firstChild
  if (!(words instanceof Text)) return
  const mark = BOX.exec(words.data)
  if (!mark) return
  const isTicked = mark[1] !== ' '
  words.data = words.data.slice(mark[0].length)
  item.classList.add('with-box')
  if (line === undefined || !onTick) {
    words.data = `${isTicked ? '☑' : '☐'} ${words.data}`
    return
  }
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = isTicked
  box.dataset.line = line
  box.ariaLabel = ownWords(first)
  box.addEventListener('change', () => onTick(Number(line), box.checked))
  words.before(box, ' ')
}

/** Of an item without those below it. */
function ownWords(item: HTMLElement): string {
  const own = [...item.childNodes].filter((node) => !/^[OU]L$/.test(node.nodeName))
  return own
    .map((node) => node.textContent)
    .join('')
    .trim()
}
