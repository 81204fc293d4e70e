import type { texts as english } from '../en/drive-tasks.ts'

export const texts: Record<keyof typeof english, string> = {
  'tasks.tray': '工作',
  'tasks.running': '{count, plural, other {# 項工作進行中}}',
  'tasks.finished': '{count, plural, other {# 項工作已結束}}',
  'tasks.attention': '部分項目未能完成',
  'tasks.collapse': '收合工作',
  'tasks.expand': '展開工作',
  'tasks.dismiss': '關閉工作面板',
  'tasks.cancel': '取消：{name}',
  'tasks.kind.trash': '移到垃圾桶',
  'tasks.kind.untrash': '從垃圾桶還原',
  'tasks.kind.move': '移動檔案',
  'tasks.kind.copy': '複製檔案',
  'tasks.kind.delete': '永久刪除',
  'tasks.kind.empty': '清空垃圾桶',
  'tasks.kind.other': '處理您的檔案',

  'tasks.waiting': '等待中',
  'tasks.stopping': '正在停止',
  'tasks.progress': '{done} / {total}',
  'tasks.doneCount': '已完成 {done} 個',
  'tasks.complete': '完成',
  'tasks.cancelled': '已取消',
  'tasks.failed': '失敗',
  'tasks.failures': '{count, plural, other {# 個未能完成}}',
  'tasks.failures.others': '還有 {count} 個',

  'tasks.reason.taken': '那裡已有同名項目。',
  'tasks.reason.gone': '它已不存在。',
  'tasks.reason.full': '空間不足。',
  'tasks.reason.refused': '不能放在那裡。',

  'tasks.announce.done': '{name}：完成',
  'tasks.announce.some': '{name}：完成，{count, plural, other {# 個未能完成}}',
  'tasks.announce.failed': '{name}失敗：{reason}',
  'tasks.announce.cancelled': '{name}：已取消',
}
