import type { texts as english } from '../en/drive-results.ts'

export const texts: Record<keyof typeof english, string> = {
  'results.atLeast': 'Sekurang-kurangnya {count} hasil',
  'results.sort': 'Isih',
  'results.sort.match': 'Padanan terbaik',
  'results.best': '{count} hasil terbaik, diisih',
  'saved.title': 'Carian disimpan',
  'saved.save': 'Simpan carian',
  'saved.save.title': 'Simpan carian ini',
  'saved.save.hint': 'Perkataan dan penapisnya disimpan dengan nama, pada semua peranti anda.',
  'saved.name': 'Nama',
  'saved.missing': 'Taip nama.',
  'saved.saved': '“{name}” disimpan',
  'saved.rename': 'Namakan semula',
  'saved.rename.title': 'Namakan semula “{name}”',
  'saved.delete': 'Padam',
  'saved.deleted': '“{name}” dipadamkan',
  'saved.most': '{count} carian sudah disimpan dan tiada ruang lagi. Padam satu dahulu.',
  'saved.actions': 'Tindakan untuk {name}',
  'saved.all': 'Semua carian disimpan',
  'saved.failed': 'Carian disimpan tidak dapat dimuatkan',
}
