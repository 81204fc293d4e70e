import type { texts as english } from '../en/drive-dialogs.ts'

export const texts: Record<keyof typeof english, string> = {
  'act.taken.title': '此名稱已被使用',
  'act.taken.text': '「{folder}」中已有名為「{name}」的項目。',
  'act.taken.hint': '被取代的項目會移至垃圾桶。',
  'act.taken.keepBoth': '兩者都保留',
  'act.taken.replace': '取代',
  'act.taken.skip': '略過',
  'act.taken.all': '對其餘 {count} 個執行相同操作',

  'act.pick.move': '移動{count, plural, other { # 個項目}}',
  'act.pick.copy': '複製{count, plural, other { # 個項目}}',
  'act.pick.folders': '資料夾',
  'act.pick.recent': '最近使用的資料夾',
  'act.pick.moveHere': '移至 {name}',
  'act.pick.copyHere': '複製到 {name}',
  'act.pick.more': '顯示更多資料夾',
  'act.pick.none': '這裡沒有資料夾',
  'act.pick.same': '它現在就在這裡。',
  'act.pick.newIn': '在 {name} 中新增資料夾',

  'act.tags.title': '{name} 的標籤',
  'act.tags.field': '新增標籤',
  'act.tags.add': '新增',
  'act.tags.known': '使用中的標籤',
  'act.tags.chosen': '已選標籤',
  'act.tags.remove': '移除標籤 {tag}',
  'act.tags.none': '還沒有標籤。',
  'act.tags.save': '儲存標籤',
  'act.tags.full': '一個檔案最多可有 20 個標籤。',
}
