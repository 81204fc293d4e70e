import type { texts as english } from '../en/drive-team.ts'

export const texts: Record<keyof typeof english, string> = {
  'team.storage.of': 'Penyimpanan {name}',
  'team.role': 'Peran Anda',
  'team.empty': 'Belum ada drive tim',
  'team.empty.hint': 'Drive tim milik semua anggotanya: berkasnya tetap ada saat seseorang keluar.',
  'team.empty.ask':
    'Drive tim milik semua anggotanya: berkasnya tetap ada saat seseorang keluar. Minta administrator membuatnya.',
  'team.new': 'Drive tim baru',
  'team.new.hint': 'Anda menjadi manajernya, lalu menambahkan anggota.',
  'team.new.most':
    'Anda telah membuat {count} drive tim, dan itulah batasnya. Hapus salah satunya, atau minta bantuan administrator.',
  'team.name': 'Nama',
  'team.create': 'Buat drive tim',
  'team.actions': 'Tindakan untuk {name}',
  'team.members': 'Anggota',
  'team.rename': 'Ganti nama',
  'team.rename.title': 'Ganti nama “{name}”',
  'team.renamed': 'Namanya sekarang “{name}”',
  'team.leave': 'Tinggalkan',
  'team.leave.ask': 'Tinggalkan “{name}”?',
  'team.leave.hint': 'Anda kehilangan akses ke semua isinya. Manajer dapat menambahkan Anda lagi.',
  'team.left': 'Anda telah meninggalkan “{name}”',
  'team.lastManager': 'Anda satu-satunya manajernya. Pilih manajer lain dahulu, di Anggota.',
  'team.delete': 'Hapus drive tim',
  'team.delete.ask': 'Hapus “{name}”?',
  'team.delete.hint':
    'Drive ini tidak kosong. Semua isinya beserta sampahnya dihapus permanen bagi semua anggota. Ini tidak dapat diurungkan.',
  'team.delete.hint.empty': 'Semua anggota kehilangan drive ini. Ini tidak dapat diurungkan.',
  'team.delete.name': 'Ketik namanya: {name}',
  'team.delete.wrong': 'Ketik persis seperti ini: {name}',
  'team.deleted': '“{name}” dihapus',
  'team.pick': 'Ke',
  'team.pick.here': 'Drive ini',
}
