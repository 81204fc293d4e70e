import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { Translate } from '../../../i18n/keys.ts'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { createEditor, type Editor } from './create-editor.ts'

export type EditorHandle = Pick<
  Editor,
  'text' | 'write' | 'insert' | 'replace' | 'setOriginal' | 'find' | 'focus'
>

/** The text of a file. It is the editor's from then on: `text` is only what it begins with. */
export function CodeEditor({
  ref,
  name,
  label,
  text,
  original = text,
  isEditable = false,
  isFocused = false,
  isWrapped = true,
  onChange,
  onPictures,
  onLeave,
}: {
  ref?: Ref<EditorHandle | null>
  name: string
  label: string
  text: string
  /** What counts as unchanged, where that is not what it begins with. */
  original?: string
  isEditable?: boolean
  /** Whoever wants to write is in the text at once. */
  isFocused?: boolean
  isWrapped?: boolean
  onChange?: ((isDifferent: boolean) => void) | undefined
  onPictures?: ((pictures: File[], at?: number) => void) | undefined
  onLeave?: (() => void) | undefined
}) {
  const t = useTexts()
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  useImperativeHandle<EditorHandle | null, EditorHandle | null>(ref, () => editor, [editor])

  const changed = useEffectEvent((isDifferent: boolean) => onChange?.(isDifferent))
  const gotPictures = useEffectEvent((pictures: File[], at?: number) => onPictures?.(pictures, at))
  const left = useEffectEvent(() => onLeave?.())
  const create = useEffectEvent((element: HTMLElement) =>
    createEditor(element, {
      name,
      label,
      text,
      isEditable,
      isWrapped,
      phrases: toPhrases(t),
      onChange: (isDifferent) => changed(isDifferent),
      onPictures: onPictures && ((pictures, at) => gotPictures(pictures, at)),
      onLeave: () => left(),
    }),
  )
  const compare = useEffectEvent((made: Editor) => {
    if (original !== text) made.setOriginal(original)
  })
  useEffect(() => {
    if (!host.current) return
    const made = create(host.current)
    setEditor(made)
    compare(made)
    return () => made.dispose()
  }, [])
  useEffect(() => editor?.setEditable(isEditable), [editor, isEditable])
  useEffect(() => {
    if (isFocused) editor?.focus()
  }, [editor, isFocused])
  useEffect(() => editor?.setWrapped(isWrapped), [editor, isWrapped])

  return <div ref={host} data-own-keys className="min-h-0 flex-1" />
}

function toPhrases(t: Translate): Record<string, string> {
  return {
    Find: t('preview.find.find'),
    Replace: t('preview.find.replace'),
    next: t('preview.find.next'),
    previous: t('preview.find.previous'),
    all: t('preview.find.all'),
    'match case': t('preview.find.case'),
    regexp: t('preview.find.regexp'),
    'by word': t('preview.find.word'),
    replace: t('preview.find.replace'),
    'replace all': t('preview.find.replaceAll'),
    close: t('preview.find.close'),
    'current match': t('preview.find.current'),
    'on line': t('preview.find.onLine'),
    'replaced $ matches': t('preview.find.replacedAll'),
    'replaced match on line $': t('preview.find.replacedOne'),
  }
}
