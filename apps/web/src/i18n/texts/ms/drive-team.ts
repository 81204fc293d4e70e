import type { texts as english } from '../en/drive-team.ts'

export const texts: Record<keyof typeof english, string> = {
  'team.storage.of': 'Storan {name}',
  'team.role': 'Peranan anda',
  'team.empty': 'Belum ada pemacu pasukan',
  'team.empty.hint': 'Pemacu pasukan milik semua ahlinya: failnya kekal apabila seseorang keluar.',
  'team.empty.ask':
    'Pemacu pasukan milik semua ahlinya: failnya kekal apabila seseorang keluar. Minta pentadbir menciptanya.',
  'team.new': 'Pemacu pasukan baharu',
  'team.new.hint': 'Anda menjadi pengurusnya, kemudian menambah ahli.',
  'team.new.most':
    'Anda telah mencipta {count} pemacu pasukan, iaitu hadnya. Padamkan satu daripadanya, atau minta bantuan pentadbir.',
  'team.name': 'Nama',
  'team.create': 'Cipta pemacu pasukan',
  'team.actions': 'Tindakan untuk {name}',
  'team.members': 'Ahli',
  'team.rename': 'Namakan semula',
  'team.rename.title': 'Namakan semula “{name}”',
  'team.renamed': 'Namanya kini “{name}”',
  'team.leave': 'Tinggalkan',
  'team.leave.ask': 'Tinggalkan “{name}”?',
  'team.leave.hint':
    'Anda kehilangan akses kepada semua kandungannya. Pengurus boleh menambah anda semula.',
  'team.left': 'Anda telah meninggalkan “{name}”',
  'team.lastManager': 'Anda satu-satunya pengurusnya. Pilih pengurus lain dahulu, di Ahli.',
  'team.delete': 'Padam pemacu pasukan',
  'team.delete.ask': 'Padam “{name}”?',
  'team.delete.hint':
    'Pemacu ini tidak kosong. Semua kandungannya dan tong sampahnya dipadamkan selama-lamanya bagi semua ahli. Ini tidak dapat dibuat asal.',
  'team.delete.hint.empty': 'Semua ahli kehilangan pemacu ini. Ini tidak dapat dibuat asal.',
  'team.delete.name': 'Taip namanya: {name}',
  'team.delete.wrong': 'Taip tepat begini: {name}',
  'team.deleted': '“{name}” dipadamkan',
  'team.pick': 'Ke',
  'team.pick.here': 'Pemacu ini',
}
