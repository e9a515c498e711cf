/*
 * Chinese names of the parameters and fields of calls, for the API document: a name means the same in every call. A declaration that says more
 * (`.meta({ title })`) goes first. Sorted by name; a test finds parameters without a name.
 */
const WORDS = `
conditions=查询条件 priority=优先级
linkName=链接名称 hasCaptcha=是否需要验证码 maxRecords=收集总数 hourLimit=每个地址每小时份数 dayLimit=每个地址每天份数 once=提交标识 submitCount=提交次数 refusedCount=超限拒绝次数 lastViewTime=最近打开时间
auto=自动线 review=人工线 attributes=比较属性 survivors=保留规则 keeps=保留的记录编号 chosen=选定的记录
modelName=模型名称 modelLogicTable=逻辑表 modelColumns=模型列 modelId=模型编号 gapless=是否不留空号 keyColumn=主键字段 candidateId=重复候选编号 recordIds=记录编号列表 zone=处理分区 datas=记录内容 columnLength=列长度 columnScale=小数位数 htmlType=控件
isFull=是否全量 watermarkColumn=增量字段 columnType=列类型 isRequired=是否必填 isUnique=是否不可重复 isInsert=是否新增字段 isEdit=是否编辑字段 isList=是否列表字段 isQuery=是否查询字段 queryType=查询方式 isBindDict=是否绑定数据标准 bindDictTypeId=绑定的标准类别编号 bindDictColumn=绑定标准的列 refModelId=引用的模型编号
serviceId=服务编号 serviceName=服务名称 serviceNo=服务编码 serviceType=服务类型 traceId=跟踪号
apiId=数据API编号 httpStatus=状态码 minTime=最短耗时（毫秒） apiName=API名称 apiUrl=API路径 appId=应用编号 appName=应用名称
acceptDate=验收日期 acceptGrade=验收评定 access_token=访问令牌 accounts=账号 ackBy=确认人编号 ackByName=确认人
ackNote=确认说明 ackTime=确认时间 action=动作 actions=动作 adcode=区域 add=要增加的 added=已新增 address=详细地址
addTagIds=要增加的标签编号 after=变更后 agg=聚合方式 aggregateType=聚合方式 ahead=预测期数 alertAfter=连续失败几次后通知
alertUserIds=通知对象 alertUserNames=失败通知 algorithm=算法 alias=别名 align=对齐 allowance=证书津贴（元/月）
allowExport=是否允许导出 alt=图片说明 amount=金额 ancestors=上级路径 anchor=锚点 annualFee=年费（元） annualFeeDue=年费到期日
appFlag=应用标识 apply=应用方式 applyDate=申请日期 applyFrom=申请日期起 applyNo=申请号 applyTo=申请日期止 approvalNo=审图号
area=区域 areaCode=所在地 areaName=所在地 areas=区域 as=作为 askedRoles=待分配角色 at=时间点 attachments=附件
assigneeId=处理人编号 issueNo=工单编号 alertName=告警名称 alertRuleId=告警规则编号 isToDo=只看待处理 valueRange=取值范围
attempt=第几次尝试 audienceCount=应读人数 authorizeDataList=授权明细 avatar=头像 averageMs=平均毫秒 awardCertNo=获奖证书编号
awardDate=获奖日期 awardFrom=获奖日期起 awardGrade=奖项等次 awardLevel=奖项级别 awardName=奖项名称 awardOrg=颁奖单位
awardTo=获奖日期止 axis=坐标轴 background=背景 bankAccount=银行账号 bankName=开户银行 barWidth=柱宽 basis=预览标识
beanName=任务编码 before=变更前 beginTime=开始时间 below=包含下级 birthday=出生日期 blocks=段落 boardConfig=看板内容 bindGbColumn=绑定标准字段
boardName=看板名称 boards=看板 boardThumbnail=看板缩略图 bold=是否加粗 bottom=末位 bpmnXml=BPMN文本 branchId=所属分公司 branchName=所属分公司
broken=失效内容 brokenReason=失效原因 browser=浏览器 buildUnit=施工单位 businessAuditGroup=审核角色 businessCode=业务编码
businessCodes=业务编码列表 businessComponent=业务组件 businessName=业务名称 businessScope=经营范围 businessTempalte=标题模板 messageTemplate=消息模板 cancelRule=撤销规则 idleRule=无可用流程时的处理
businessType=承担业务
by=分组方式 byArea=按地区 byBranch=按分公司 byGrade=按等级 byLevel=按级别 byMonth=按月份 bySpecialty=按专业 byStage=按阶段
byStatus=按状态 bytes=字节数 byType=按类型 byYear=按年份 cache=缓存策略 calls=调用次数 cancelled=已取消 cancelReason=注销原因
canComment=是否可批注 candidates=候选 canEdit=是否可修改 canExport=是否可导出 canShare=是否可分享 capped=是否只计到上限 cap=强规则未通过时的最高分
captchaEnabled=是否需要验证码 cardinality=关联基数 categoryId=分类编号 caText=服务器证书或其签发机构证书 cause=触发方式 cells=单元格
certName=证书名称 certNo=证书编号 certStaff=持证人数 certStatus=证书状态 certType=证书类型 change=要修改的授权 changed=是否变化
changeKind=变更类型 changes=变更 changeTime=结构变化 changeVersion=结构版本 channel=渠道 channels=渠道 chart=图表
chartConfig=图表内容 chartId=图表编号 chartName=图表名称 charts=图表 chartThumbnail=图表缩略图 chartType=图表类型 checkBatch=核查批次 checkDate=核查日期
checked=已检查数 children=下级 cityCode=城市代码 claimable=只看待签收 claims=接管次数 classCode=分类编码 classId=分类编号 classLevel=建议级别 checkRuleId=规则编号
className=分类名称 clearTime=清除时间 cnName=中文名 code=编码 codes=代码列表 col=字段 collapsed=是否收起 color=颜色 colCode=取值 colName=取值名称
colors=颜色 column=字段 columnComment=注释 columnCount=字段 columnEdges=字段关系 columnId=字段编号 columnIds=字段编号列表
columnKey=主键 columnName=字段名 columnNames=字段名 columnNullable=可空 columnPosition=字段位置 columns=字段数 comment=注释
commit=是否写入（不写入时只检查） companyNature=企业性质 condition=条件 confidence=可信度 config=设置 configKey=参数键名
configName=参数名称 configType=类型 configValue=参数键值 confirmed=是否已确认 confirmPassword=确认密码 confirmSimilar=确认重复
connections=连接数 contact=联系人 contactPhone=联系电话 content=批注 contentType=媒体类型 contract=新签合同
contractAmount=合同额（万元） coopAmount=累计合作金额（万元） coopCount=合作次数 coopSince=合作起始日期 coOwners=共同权利人 contrastDictId=取值编号 contrastId=对照表编号
count=数量 cpuPercent=处理器占用百分比 cpus=处理器数 createBy=创建人编号 createByName=操作人 createDept=创建部门
createName=创建人 createTime=创建时间 creditCode=统一社会信用代码 cron=发送时间 cronExpression=cron表达式 cronText=执行计划
cut=是否截断 dashed=是否虚线 data=返回内容 database=数据库 dataDefault=默认值 dataLength=长度 dataPrecision=精度
dataScale=小数位 dataScope=数据范围 dataSetId=数据集编号 dataSetName=数据集名称 dataType=类型 dataZoom=缩放 day=日期 days=天数
daysLeft=剩余天数 dbName=数据库名 dbSchema=连接设置 dbType=类型 decidedName=处理人 decidedTime=处理时间 decimals=小数位数
decision=处理意见 defaultText=默认值 defaultValue=默认值 delay=延迟 deletedAt=删除时间 deletedBy=删除人 demo=是否演示 definition=定义
dependsOn=依赖 dept=部门 deptCode=单元编码 deptCount=部门数 depth=层数 deptId=部门 deptList=自定义部门 deptName=部门名称
deptNo=部门编码 depts=部门 deptType=单元类型 described=有说明的数量 description=说明 designUnit=设计单位 detail=详情
details=详情 device=设备 dialect=SQL方言 dict=字典 dictCode=字典编码 dictId=字典编号 dictName=字典名称 digits=小数位数
dimensions=维度 dir=方向 direction=方向 disabled=包含已禁用的 diskFreeBytes=磁盘可用字节数 diskTotalBytes=磁盘字节数 distance=距离 do=动作 docId=来源标准
domainCode=主题域编码 domainId=主题域编号 domainName=主题域名称 done=成功数 doneRows=行数 downCount=下游数量
download=是否下载保存 draftChanged=草稿是否有修改 drawAs=绘制方式 drill=下钻 drills=下钻 due30=30天内到期数 dueDays=到期期限
dueSoon=即将到期数 dueTime=计划时间 dueToday=只看今天到期 dueWithin=到期期限 durationMs=耗时 e=签名到期时间 edge=边 edgeCount=关系 edgeId=关系编号
edges=关系 education=学历 eduHours=学时 eduHoursDone=已修学时 eduHoursNeeded=应修学时 effects=效果 email=电子邮箱 elementCode=标识符 elementName=中文名称 elementNameEn=英文名称 elementId=数据元编号
employeeNo=工号 emptyLabel=空值名称 ended=已结束数 end=要结束的授权编号 endTime=结束时间 enter=进入动画 entity=类型 entityId=记录编号
entityLabel=数据类型 entityType=对象类型 env=环境 error=错误标识 errors=错误 establishDate=成立日期 establishFrom=成立日期起
establishTo=成立日期止 etag=内容标识 event=事件 everybody=是否包含所有人 excludeTables=不同步的表 exCode=错误类型 example=示例 executeBatch=执行批次 executeJobId=定时任务编号
exMsg=错误信息 expectedRows=预期行数 expired=已过期数 expireDate=权利届满日 expires_in=有效秒数 expireTime=过期时间
expiring=到期期限 expr=表达式 expression=表达式 extract=抽取设置 extractMessage=抽取结果 extractState=抽取状态
extractTime=抽取时间 failed=失败数 failedCount=失败数 failures=失败次数 featureCount=区域数 features=能力 field=技术领域
fieldCount=字段 fieldId=字段 fieldName=字段名称 fieldNewValue=新值 fieldOldValue=旧值 fields=字段 fileName=存储文件名 fileNames=数据文件
files=附件 fileSize=大小 fileType=文件类型 fill=填充 filter=筛选条件 filterId=筛选器编号 filterIds=筛选器编号 filters=筛选条件
finishDate=竣工日期 finishFrom=竣工日期起 finishTo=竣工日期止 fit=适应方式 flowStatus=流程状态 focus=焦点 focusColumn=焦点字段 folder=目录
folderId=目录编号 folderName=目录 fontSize=字号 forecast=预测 forEverybody=是否人人可用 form=格式版本 format=格式 formCode=表单编码 formId=表单 formName=表单名称
fresh=是否取最新数据 freshSec=保持最新的秒数 from=起点 fromColumn=来源字段 fromPath=原位置 fromStage=原阶段 fromStatus=原状态
frozen=冻结列数 full=是否全量 gaining=将能看到的人数 gcMs=垃圾回收毫秒 gender=性别 geo=地理角色 grade=等级 grades=分级
gbTypeCode=标准类别编码 gbTypeName=标准类别名称 gbCode=标准编码 gbName=标准名称 gbTypeId=标准类别编号
grain=时间粒度 grandTotal=总计 grant=要授予的 grant_type=授权方式 grantDate=授权日期 grantFrom=授权日期起 grantNo=授权/登记号
grants=授权 grantTo=授权日期止 grid=网格 groupName=分组 guardedUntil=受限至 guides=参考线 h=高度 hasDescription=有说明
hasDomain=有主题域 hash=摘要 hasLevel=已分级 hasOthers=是否有其他 hasReads=近30天被读取 hasOwner=有负责人 hasPassword=密码 hasSpecialty=分专业注册 having=聚合后条件
head=保留的开头位数 headHash=末尾摘要 headSeq=末尾序号 heapTotalBytes=堆字节数 heapUsedBytes=已用堆字节数 heat=近30天读取
height=高度 heldBy=持有者 help=说明 hidden=是否隐藏 hide=是否隐藏 hideTitle=是否隐藏标题 hierarchies=层级 hits=命中次数
host=主机 hostId=外部地址编号 hostName=名称 hot=热门 hour=小时 hub=枢纽 icon=图标 id=编号 idCardNo=身份证号
idleFilters=闲置筛选 idOrCode=编号或编码 ids=编号列表，逗号分隔 image=图片 imageFile=图片 imageFiles=扫描件 img=图片
impactCount=影响对象数 inactive=未启用 includeTables=只同步的表 indexes=索引 inDomain=是否在主题域 inForce=有效数
inheritedFromName=级别继承自 inheritedLevel=继承级别 inset=内边距 interval=间隔 inventors=发明人 investAmount=总投资（万元）
invoiceRate=税率（%） ip=IP地址 ipcClass=分类号 ipLevel=级别 ipName=名称 ipRanges=允许的地址段 ipType=知识产权类型
isAlive=是否存活 isBrief=是否摘要 isBuiltIn=是否内置 isBuiltin=来源 isCancelled=是否已注销 isCurrent=是否当前
isDeleted=是否已删除 isDetail=是否明细 isDone=是否完成 isExternal=是否外部 isGone=是否已消失 isHead=是否标题行 isHere=是否本节点
isIndirect=是否间接 isKey=是否主键 isLastGood=是否上次可用结果 isLinkable=可关联 isLocked=状态 isMine=是否本人的
isNullable=是否可空 isOwn=是否本人的 isFlowAllowed=是否允许流程调用 isPrivateAllowed=访问范围 isPublic=是否公开 isPublished=是否已发布 isRead=是否已读
isResolved=是否已解决 isSampled=是否抽样 isShared=是否共享 isSqlHidden=是否隐藏SQL isStarred=是否收藏 issueDate=发证日期
issueOrg=发证机构 isSync=同步状态 isSystem=是否系统内置 isTransient=是否临时 isUnified=人证合一 isWaiting=角色分配
italic=是否斜体 itemKey=条目键 items=条目 itemSort=排序 itemText=字典项编码 itemValue=名称 job=作业 jobId=所属任务
jobName=任务名称 jobs=作业 jobsRunning=执行中作业数 jobsWaiting=等待作业数 joins=关联 k=签名密钥编号 keep=是否保留
keepDays=保留天数 keepRuns=保留条数 key=键名 keyId=公钥编号 keys=键 keyword=关键字 kind=类型 kinds=类型列表 known=已知的内容
l=语言 label=显示名称 labelCol=显示字段 lagP50Ms=事件循环中位延迟（毫秒） lagP99Ms=事件循环99分位延迟（毫秒） language=语言
lastLoginIp=上次登录地址 lastLoginTime=最近登录 lastRunId=最近执行编号 lastRunTime=最近执行 lastState=最近结果
lastTime=最近时间 lat=纬度 latest=最新 layer=层 layout=布局 leader=负责人 leaderId=负责人 leaderName=负责人
leaderPhone=负责人电话 leaf=是否末级 left=左表 leftVal=左边距 legalPerson=法定代表人 legalStatus=法律状态 legend=图例
length=长度 level=级别 levelBy=定级人 levelReason=降级理由 limit=每页条数（同pageSize） line=一行文字 lineCount=日志行数
link=链接 linked=是否已关联 links=联动 linkType=链接类型 linkUrl=链接地址 listStatus=名录状态 lng=经度 loadOnOpen=打开时加载
lock=锁定状态 lockedUntil=锁定至 log=是否对数 logId=日志编号 loginTime=登录时间 losing=将不能看到的人数 lostFields=确认不再提供的字段 mainBusiness=主营业务
mainProducts=主营产品或服务 major=专业 map=地图 mapName=地图名称 marks=标记 masked=是否脱敏 maskRuleId=脱敏规则
maskRuleName=脱敏规则 max=最大值 maxConnections=最大连接数 maxMs=最大毫秒 maxRows=最大行数 maxViews=最多查看次数
meanMs=平均毫秒 measure=统计方式 measures=指标 members=项目成员 memoryBytes=内存字节数 mentionIds=提到的账号编号 most=最多条数
menuCode=资源编码 menuComponent=组件路径 menuHidden=在菜单中隐藏 menuIcon=图标 menuId=菜单编号 menuList=菜单与按钮
menuName=资源名称 menuPath=路由地址 menuPerms=权限标识 menuRedirect=跳转地址 menus=菜单 menuSort=排序 menuType=类型
merge=是否合并 message=说明 messages=消息 method=方法 methodName=方法名称 methodParams=参数 min=最小值 mine=是否只看本人的
minGroup=最小分组人数 minGroupBy=最小分组依据 minute=分钟 misfirePolicy=错过处理 misses=未命中次数 missing=还缺少的条件 minScore=最低得分
mode=模式 model=模型 models=模型 modifier=修饰 module=模块 more=是否还有 moves=移动的内容 ms=毫秒数 msg=提示信息
mustChangePassword=是否须修改密码 mustRead=必读 n=数量 name=名称 namePatterns=名称词 nationalWon=国家级获奖数 newValue=新值
newWindow=是否新窗口 nextExpiry=最近到期 nextSyncTime=下次同步 nextTime=下次执行 nickname=昵称 no=版本号 node=节点 nodes=节点
note=说明 notices=公告 notUnified=未统一数 now=时刻 noWatermark=是否无水印 o=不透明度 objectId=对象编号 objectName=对象 objectClass=所属对象
objectType=对象类型 occupied=项目锁定 occupiedProjectId=锁定项目编号 occupiedProjectName=锁定项目 occupiedTime=占用时间
of=对象 offset=偏移 oldest=最早时间 oldPassword=旧密码 oldValue=原值 on=关联条件 online=在线 onlyEmpty=是否只填空值 op=运算
opBrowser=浏览器 opDate=登录时间 opDevice=设备 open=是否打开 openCount=待处理 operator=操作人 opIp=IP地址 opOs=操作系统
options=选项 order=顺序 orient=方向 origin=来源 originalFilename=文件名称 originalName=原名 origins=来源列表
orphanBytes=无人使用的字节数 orphans=无人使用的文件数 os=操作系统 others=是否合并其他 outcome=结果 output=产值
overdue=只看逾期 overlap=重叠天数 overlapPolicy=重叠处理 owned=是否本人负责 owner=负责人 ownerCount=有负责人的数量 ownerDeptId=归口部门编号
ownerDeptName=归口部门 ownerId=负责人 ownerName=负责人 ownerUnit=所属单位 p50Ms=中位耗时（毫秒） p95Ms=95分位耗时（毫秒）
p99Ms=99分位耗时（毫秒） page=页码（同pageNum） pageNum=页码，从1开始 pageSize=每页条数，最多200 palette=配色 param=参数
params=参数 parent=上级 parentCode=上级类型编码 parentId=上级编号 parentName=上级单元 parentType=上级类型 parked=暂存
parseTime=解析时间 password=初始密码 passwordExpireTime=密码到期时间 passwordTime=密码修改时间 patentsInForce=有效专利数
path=路径 pattern=格式 payableAmount=应付金额（万元） pending=待处理数 people=人数 percent=百分比 perm=权限标识 perms=权限标识
personName=姓名 phase=阶段 phone=手机号码 picks=自选审批人 picture=图片名称 pinyin=拼音 planFinishDate=计划竣工日期 platform=平台 points=采样点
policy=策略 poolIdle=空闲连接 poolMax=连接上限 poolUsed=使用中的连接 poolWaiting=等待连接数 port=端口 position=位置
postCode=岗位编码 postId=岗位编号 postList=岗位 postName=岗位名称 postNames=岗位名称 posts=岗位 precision=精度 prefix=前缀
preset=预设 price=价格得分 problem=问题 problemCount=问题数 problems=问题 process=流程标识 processDefinitionId=流程定义编号
processInstanceId=流程实例编号 profileTime=画像时间 profit=利润 progressId=进度编号
projectCode=工程编号 projectId=项目编号 projectManager=项目经理 projectName=项目名称 projectType=工程类型 props=属性
provinceCode=省份代码 pseudo=是否替代值 publicKey=公钥 published=是否已发布 publishedNo=发布版本号 publishedTime=发布时间
publisher=发布人 publishScope=发布范围 publishStatus=状态 publishTime=发布时间 purpose=用途 qualificationCount=证书数
qualifications=资质 quality=质量得分 qualityScore=质量得分 qualLevel=资质等级 qualName=资质名称 qualNo=资质证书编号 qualValidTo=资质有效期至
queriedAt=查询时间 queries=查询 query=查询 queryId=查询编号 queryName=查询名称 question=问题 r=旋转 radius=半径 ramp=渐变 range=时间范围
reach=范围 readCount=已读人数 readers=读者 reads=读取次数 readTime=阅读时间 reason=原因 receipt=回款 received=接收数
recent=最近 recogniser=识别器 recordId=记录 reference=外键引用 refreshSec=刷新秒数 refs=参考线 regDept=主管部门 region=所在地区
registerDate=注册日期 registeredCapital=注册资本（万元） registerNo=注册证号 registerStatus=注册状态 registerUnit=注册单位
relative=相对日期 remark=备注 remoteAddr=IP地址 remove=要去除的 removed=已删除 removePath=删除接口
removeTagIds=要去除的标签编号 renames=改名 renewals=续期记录 replaced=被替换的内容 requestId=请求编号 requestUri=请求地址
required=是否必填 resolvedTime=处理时间 rest=其余 result=结果 resultName=文件 resultSize=大小 retriedBy=重试的执行编号
retryCapSeconds=最长重试间隔（秒） retryCount=失败重试次数 retryDelaySeconds=首次重试间隔（秒） retryFactor=间隔倍数
retryOf=被重试的执行编号 revoke=要收回的 rewardAmount=奖励金额（元） right=右表 role=申报角色 roleCode=角色编码
roleId=角色编号 roleList=角色 roleName=角色名称 roleNames=角色名称 roles=角色 roundId=填报轮次 rootId=首次执行编号 rotate=旋转角度 route=路径
routes=菜单路由 routineCount=程序 row=行 rowCount=行数 rowEstimate=行数（估计） rowFilter=行过滤条件 rowHeight=行高
rowId=行编号 rowNumber=是否显示行号 rows=行 rssBytes=内存字节数 rule=说明 ruleCode=规则编码 ruleName=规则名称 rules=规则 ruleColumnId=字段编号 ruleItemId=规则项编号 ruleLevelId=规则级别编号 ruleSourceId=数据源编号 ruleTableId=数据表编号 ruleTypeId=规则类型编号
runAsName=执行身份 runCount=执行 runId=执行编号 running=执行中 runtime=运行环境 s=签名 safety=安全得分
safetyLicenseNo=安全生产许可证号 safetyValidTo=安全生产许可证有效期至 samples=样本（已脱敏） scale=规模 schedule=进度得分 scheduleJobId=定时任务编号
schema=模式 schemaConfig=结构设置 schemaName=模式 schemas=同步的模式 scheme=协议 scope=范围 score=得分 scores=得分
scoreYear=评价年度 screen=屏幕 screenConfig=大屏内容 screenName=大屏名称 screens=大屏 screenThumbnail=大屏缩略图
sealNo=执业印章号 search=搜索内容 searchPath=搜索路径 seconds=秒数 secret=密钥 secretHeader=密钥请求头 secretValue=密钥值
sensitive=敏感字段 seq=序号 seriesType=系列类型 service=服务得分 set=要设置的值 setKind=类型 setName=名称 setSql=数据集SQL
sex=性别 share=分享标识 sharedBy=分享人 shareIds=共享对象编号 shareKind=共享方式 shareName=链接名称 sheet=工作表 shelf=栏位
show=是否显示 shown=已显示 showTitle=是否显示标题 seen=看到的值 sid=服务名 since=开始时间 size=大小 sizeBytes=字节数 skipped=跳过数
slow=慢调用 smooth=是否平滑 smsCode=短信验证码 smsEnabled=是否需要短信验证码 soon=即将到期数 sort=排序字段，前加减号为倒序
sortNo=排序 source=数据来源 sourceId=数据源 sourceName=数据源名称 sources=数据源 span=跨度 spans=跨度 specialties=注册专业
specialty=注册专业 splitLine=分隔线 sql=SQL文本 sqlKey=查询标识 sqlText=SQL文本 sslMode=加密方式 staffActual=在岗人数
staffPlan=编制人数 stage=创优阶段 stageReason=退回原因 staleSec=可继续展示的秒数 start=开始 startDate=开工日期 starter=发起人
startTime=开始时间 state=状态 statementCount=语句数 status=状态 statusChanges=状态变化 statusReason=状态原因
statusTime=状态时间 step=步长 stepMinutes=间隔分钟 steps=步骤 still=是否静止 store=存储 stripe=是否斑马纹
structureVersion=结构版本 style=样式 subId=子表 subjectId=主体 subjectName=授权给 subjectType=授权给 subscriptionName=订阅名称 submitter=提出单位
subtext=副标题 subtextStyle=副标题样式 subtitle=副标题 success=是否成功 successRate=成功率 suggestsSuspension=是否建议暂停
summary=摘要 supervisionUnit=监理单位 supplierCode=供应商编号 supplierName=供应商名称 supplierType=类型 surveyUnit=勘察单位 suspensionState=挂起状态
symbol=标记 syncCron=同步计划 syncError=同步错误 syncTime=最近同步 sysDeptId=系统部门 sysDeptName=系统部门 tabKey=标签页键 synonyms=别名
table=数据表 tableComment=表注释 tableCount=数据表 tableId=数据表编号 tableIds=数据表编号列表 tableKind=表类型 tableName=表名
tables=数据表 tabName=标签页名称 tabs=标签页 tagColor=颜色 tagId=标签编号 tagIds=标签编号列表 tagName=标签名称 tags=标签
tail=保留的末尾位数 target=目标 targetContract=新签合同指标（万元） targetNames=发布对象名称 targetOutput=产值指标（万元）
targetProfit=利润指标（万元） targetReceipt=回款指标（万元） targets=对象 task=任务 taskId=任务编号 taskIds=任务编号列表 taskName=任务类型 taxType=纳税人类型
techLeader=技术负责人 testPath=测试路径 text=文字 textStyle=文字样式 theirs=对方的版本 theme=主题 thousands=是否千分位
threshold=命中比例 ticket=凭证 tier=数据分层 tileCount=图块数 tiles=图块 time=耗时（毫秒） timeMs=毫秒数
timeoutSeconds=超时时间 times=时间列表 timestamp=时间戳 timeZone=时区 title=标题 titleLevel=职称等级 tls=加密连接 to=日期区间
toColumn=目标字段 token=令牌 token_type=令牌类型 top=首位 toPath=新位置 topFlag=置顶 topN=前几名 topTypeId=执业类别
topTypeName=执业类别 topVal=上边距 toStatus=新状态 total=总条数 totalCapped=总数是否只计到上限 totals=合计 toUserId=代理人 trace=是否记录经过 track=过程
transformAmount=转化收益（万元） tree=审批视图 trend=趋势 truncated=是否截断 type=类型 typeCode=类型编码 typeId=执业类型 typeLevel=层级 triggerKind=触发方式
typeName=类型名称 types=类型列表 u=签名账号 underline=是否下划线 unfinished=未完成 unit=单位 unitId=单元编号 unitName=名称
units=血缘单元 unownedCount=无负责人的数量 unresolved=待处理 unrestricted=是否不受限 upCount=上游数量 updateBy=更新人编号 until=到期日期
updateName=更新人 updaterName=更新人 updateTime=更新时间 url=地址 use=使用情况 useCount=使用 user=用户 user_dept=部门 usage=应用场合
user_id=账号编号 user_post=岗位 user_role=角色 userCount=人数 userId=关联账号 userIds=账号编号列表 userName=用户名
username=用户名 uses=使用情况 uuid=验证码编号 v=版本 valid=是否有效 validFrom=有效期起 validTo=有效期至
validToBegin=有效期至的开始日期 validToEnd=有效期至的结束日期 validUntil=有效期至 validYears=注册有效期（年） value=值 valuePattern=取值样式
values=值列表 variables=变量 version=版本号（修改时原样带回） versionNo=版本序号 viceLeaders=副职 view=视图 viewCount=查看次数
viewers=查看人数 viewPerms=查看权限 views=查看次数 viewSql=视图定义 vintage=年份版本 w=宽度 waiting=等待中 warnDays=提醒（天） wait=最多等待秒数
warnings=提示 watermark=增量标记 weights=权重 what=内容 where=查询条件 whole=整体 wholeRow=是否整行 width=宽度 winRate=获奖率
withBelow=包含下级部门 within30=30天内 within7=7天内 within90=90天内 won=获奖数 workbook=工作簿 wrongRows=有误行的处理方式 x=横坐标 xAxis=横轴 y=纵坐标
yAxis=纵轴 yAxis2=第二纵轴 year=年份 z=层次
`;

/** Name in a call → what people call it. */
export const API_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  WORDS.trim()
    .split(/\s+/)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
);
