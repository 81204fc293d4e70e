import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { isAppleDevice, showShortcut } from '../actions/command-keys.ts'

interface KeyGroup {
  title: PlainTextKey
  keys: readonly (readonly [shortcuts: readonly string[], what: PlainTextKey])[]
}

const groups: readonly KeyGroup[] = [
  {
    title: 'browse.keys.move',
    keys: [
      [['↑', '↓', '←', '→'], 'browse.keys.arrows'],
      [['Home', 'End'], 'browse.keys.ends'],
      [['PageUp', 'PageDown'], 'browse.keys.pages'],
      [[], 'browse.keys.letters'],
    ],
  },
  {
    title: 'browse.keys.choose',
    keys: [
      [['shift+↑', 'shift+↓'], 'browse.keys.extend'],
      [['mod+Space'], 'browse.keys.toggle'],
      [['mod+a'], 'browse.keys.all'],
      [['Esc'], 'browse.keys.none'],
    ],
  },
  {
    title: 'browse.keys.act',
    keys: [
      [['Enter'], 'browse.keys.open'],
      [['mod+Enter'], 'browse.keys.openTab'],
      [['Space'], 'browse.keys.preview'],
      [['F2'], 'browse.keys.rename'],
      [['mod+shift+e'], 'browse.keys.share'],
      [['Delete'], 'browse.keys.trash'],
      [['mod+c'], 'browse.keys.copy'],
      [['mod+x'], 'browse.keys.cut'],
      [['mod+v'], 'browse.keys.paste'],
      [['mod+z'], 'browse.keys.undo'],
      [['mod+shift+z'], 'browse.keys.redo'],
      [['shift+F10'], 'browse.keys.menu'],
    ],
  },
  {
    title: 'browse.keys.go',
    keys: [
      [['alt+↑'], 'browse.keys.up'],
      [['/'], 'browse.keys.search'],
      [['mod+i'], 'browse.keys.details'],
      [['?'], 'browse.keys.help'],
    ],
  },
  {
    title: 'browse.keys.inPreview',
    keys: [
      [['←', '→'], 'browse.keys.neighbours'],
      [['+', '-', '0'], 'browse.keys.zoom'],
      [['p'], 'browse.keys.slideshow'],
      [['f'], 'browse.keys.star'],
      [['m'], 'browse.keys.moveTo'],
      [['t'], 'browse.keys.tags'],
      [['d'], 'browse.keys.download'],
      [['i'], 'browse.keys.details'],
    ],
  },
]

/** What keys do in a list of files. */
export function KeyList() {
  const t = useTexts()
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="pb-1 text-xs font-medium text-muted">{t(title)}</h3>
          <dl>
            {keys.map(([shortcuts, what]) => (
              <div
                key={what}
                className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 last:border-0"
              >
                <dt>{t(what)}</dt>
                <dd className="flex shrink-0 gap-1">
                  {shortcuts.length === 0 ? (
                    <Key name={t('browse.keys.typing')} />
                  ) : (
                    shortcuts.map((shortcut) => (
                      <Key key={shortcut} name={showShortcut(shortcut, isAppleDevice())} />
                    ))
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs text-muted">
      {name}
    </kbd>
  )
}
