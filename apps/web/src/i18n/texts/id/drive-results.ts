import type { texts as english } from '../en/drive-results.ts'

export const texts: Record<keyof typeof english, string> = {
  'results.atLeast': 'Sedikitnya {count} hasil',
  'results.sort': 'Urutkan',
  'results.sort.match': 'Paling cocok',
  'results.best': '{count} hasil terbaik, diurutkan',
  'saved.title': 'Pencarian tersimpan',
  'saved.save': 'Simpan pencarian',
  'saved.save.title': 'Simpan pencarian ini',
  'saved.save.hint': 'Kata dan filternya disimpan dengan sebuah nama, di semua perangkat Anda.',
  'saved.name': 'Nama',
  'saved.missing': 'Ketik nama.',
  'saved.saved': '“{name}” tersimpan',
  'saved.rename': 'Ganti nama',
  'saved.rename.title': 'Ganti nama “{name}”',
  'saved.delete': 'Hapus',
  'saved.deleted': '“{name}” dihapus',
  'saved.most':
    '{count} pencarian sudah tersimpan dan tidak ada tempat lagi. Hapus salah satu dahulu.',
  'saved.actions': 'Tindakan untuk {name}',
  'saved.all': 'Semua pencarian tersimpan',
  'saved.failed': 'Pencarian tersimpan tidak dapat dimuat',
}
