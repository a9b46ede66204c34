PRAGMA application_id=1399023735;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0015');
CREATE TABLE blocks (
	player_id VARCHAR(64) NOT NULL, 
	other_id VARCHAR(64) NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (player_id, other_id)
);
CREATE TABLE chat (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	player_id VARCHAR(64) NOT NULL, 
	body JSON NOT NULL, 
	CONSTRAINT pk_chat PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "chat" VALUES('t',1,'id-0','{"at": "2026-11-22T12:01:00.000+00:00", "seat": 0, "name": "Anna", "text": "Hallo zusammen!"}');
INSERT INTO "chat" VALUES('t',2,'id-1','{"at": "2026-11-22T12:02:00.000+00:00", "seat": 1, "name": "Bo", "text": "hi \ud83d\udc4b"}');
INSERT INTO "chat" VALUES('t2',1,'id-1','{"at": "2026-11-22T12:01:00.000+00:00", "seat": 1, "name": "Bo", "text": "Nog een keer?"}');
INSERT INTO "chat" VALUES('clocked',8,'bot.one','{"at": "2026-11-22T12:08:00.000+00:00", "seat": 2, "name": "Robot", "text": "31"}');
INSERT INTO "chat" VALUES('clocked',9,'id-0','{"at": "2026-11-22T12:09:00.000+00:00", "seat": 0, "name": "Anna", "text": "<b>gut</b> & \"sch\u00f6n\""}');
CREATE TABLE daily (
	player_id VARCHAR(64) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	variant VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	until VARCHAR(32) NOT NULL, 
	place INTEGER, 
	signs TEXT, 
	CONSTRAINT pk_daily PRIMARY KEY (player_id, date, variant)
);
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	client_id VARCHAR(80), 
	body JSON NOT NULL, to_act INTEGER, part INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT uq_events_client_id UNIQUE (table_id, client_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('alone-pagat',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T12:00:27.000+00:00", "seat": 1, "action": "all"}',NULL,0);
INSERT INTO "events" VALUES('alone-dutch',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:01:15.000+00:00", "seat": 1, "action": "close"}',NULL,0);
INSERT INTO "events" VALUES('alone-choy',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:02:15.000+00:00", "seat": 2, "action": "close"}',NULL,0);
INSERT INTO "events" VALUES('device',30,NULL,'{"type": "action", "seq": 30, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "JHxQH"}',NULL,0);
INSERT INTO "events" VALUES('alone-running',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "player": "id-0"}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "dealer": 1}',NULL,0);
INSERT INTO "events" VALUES('alone-running',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "7H JC 9C 7D AH 9D KS QH TD JD QS 7S KC KD JS QD 8S 9S QC TC AD 8D 8H AS 8C AC 9H KH TS JH TH 7C"}',NULL,0);
INSERT INTO "events" VALUES('alone-running',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "action": "keep"}',NULL,0);
INSERT INTO "events" VALUES('alone-running',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('alone-running',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "action": "close", "client_id": "c3"}',NULL,0);
INSERT INTO "events" VALUES('alone-running',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('alone-running',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "seat": 2, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('alone-running',8,NULL,'{"type": "round", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "dealer": 2, "pack": "JD 9D QH AS KH QC AD KD 9S 9H TS JH JC TC QS QD TH 8C TD 8S 7C AC KC 9C 8D 7S 7D JS 7H KS AH 8H", "seat": 0}',NULL,0);
INSERT INTO "events" VALUES('alone-running',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:07.000+00:00", "seat": 2, "action": "keep"}',NULL,0);
INSERT INTO "events" VALUES('alone-between',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Flo", "player": "id-0"}, {"name": "Karl", "level": "club"}], "dealer": 1}',NULL,0);
INSERT INTO "events" VALUES('alone-between',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "TS 8C AD JH 7S 9C JS 8H KC TC AC 8D 7D 9H JC AS 7H QC TD 9S TH QS KH KD 9D QD 8S 7C JD AH KS QH"}',NULL,0);
INSERT INTO "events" VALUES('alone-between',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "action": "take"}',NULL,0);
INSERT INTO "events" VALUES('alone-between',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 0, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('alone-between',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 1, "action": "all!"}',NULL,0);
INSERT INTO "events" VALUES('alone-between',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 0, "action": "ADxJS"}',NULL,0);
INSERT INTO "events" VALUES('t',36,NULL,'{"type": "rematch", "seq": 36, "at": "2026-11-22T12:03:30.000+00:00", "seat": 1, "table": "t2", "client_id": "c33"}',NULL,0);
INSERT INTO "events" VALUES('t2',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:03:29.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"lives": 1, "special": "none"}, "settings": {"seats": 3, "bots": "beginner", "visibility": "open"}, "invited": [{"seat": 0, "name": "Anna", "player": "id-0"}], "earlier": "t", "evening": [{"player": "id-0", "name": "Anna", "matches": 1, "wins": 1, "lives_lost": 1}, {"player": "id-1", "name": "Bo", "matches": 1, "wins": 0, "lives_lost": 2}], "table": "t2"}',NULL,0);
INSERT INTO "events" VALUES('t2',2,NULL,'{"type": "joined", "seq": 2, "at": "2026-11-22T12:03:29.000+00:00", "seat": 1, "name": "Bo", "player": "id-1"}',NULL,0);
INSERT INTO "events" VALUES('forgotten',38,'2/c35','{"type": "action", "seq": 38, "at": "2026-11-22T12:03:32.000+00:00", "seat": 2, "action": "pass", "client_id": "c35", "acted_by": "person"}',NULL,0);
INSERT INTO "events" VALUES('clocked',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"special": "none"}, "settings": {"seats": 4, "bots": "random", "visibility": "open", "clock": {"move": 86400}}}',NULL,0);
INSERT INTO "events" VALUES('clocked',2,NULL,'{"type": "joined", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "seat": 0, "name": "Anna", "player": "id-0"}',NULL,0);
INSERT INTO "events" VALUES('clocked',3,NULL,'{"type": "joined", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "name": "Bo", "player": "id-1", "face": "Theo-dusk-rust", "client_id": "c1"}',NULL,0);
INSERT INTO "events" VALUES('clocked',4,NULL,'{"type": "joined", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "name": "Robot", "player": "bot.one"}',NULL,0);
INSERT INTO "events" VALUES('clocked',5,NULL,'{"type": "started", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Bo", "player": "id-1", "face": "Theo-dusk-rust"}, {"name": "Robot", "player": "bot.one"}, {"name": "Berta", "level": "random"}], "seat": 0, "stand_in": "casual", "client_id": "c3"}',NULL,0);
INSERT INTO "events" VALUES('clocked',6,NULL,'{"type": "round", "seq": 6, "at": "2026-11-22T12:00:03.000+00:00", "dealer": 1, "pack": "QD 9H KS AD 7D 9D TC JS QH TS KD TD JD 8H AS 8S 9S AH AC TH 8C 9C JH QC 8D QS JC 7S 7H KH KC 7C"}',NULL,0);
INSERT INTO "events" VALUES('clocked',7,NULL,'{"type": "resumed", "seq": 7, "at": "2026-11-22T12:10:03.000+00:00", "alive": "2026-11-22T12:00:03.000+00:00"}',NULL,0);
INSERT INTO "events" VALUES('clocked',8,NULL,'{"type": "away", "seq": 8, "at": "2026-11-22T12:10:04.000+00:00", "seat": 2, "reason": "host", "requested_by": 0, "client_id": "c5"}',NULL,0);
INSERT INTO "events" VALUES('clocked',9,NULL,'{"type": "away", "seq": 9, "at": "2026-11-22T12:10:05.000+00:00", "seat": 1, "reason": "left"}',NULL,0);
INSERT INTO "events" VALUES('clocked',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T12:10:06.000+00:00", "seat": 1, "action": "take", "acted_by": "bot"}',NULL,0);
INSERT INTO "events" VALUES('clocked',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T12:10:07.000+00:00", "seat": 2, "action": "pass", "acted_by": "bot"}',NULL,0);
INSERT INTO "events" VALUES('clocked',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T12:10:08.000+00:00", "seat": 3, "action": "all", "acted_by": "bot"}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "0", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "player": "id-0"}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "dealer": 1}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "7H JC 9C 7D AH 9D KS QH TD JD QS 7S KC KD JS QD 8S 9S QC TC AD 8D 8H AS 8C AC 9H KH TS JH TH 7C"}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 2, "action": "keep"}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "action": "close", "client_id": "c3"}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "seat": 2, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',8,NULL,'{"type": "round", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "dealer": 2, "pack": "JD 9D QH AS KH QC AD KD 9S 9H TS JH JC TC QS QD TH 8C TD 8S 7C AC KC 9C 8D 7S 7D JS 7H KS AH 8H", "seat": 0}',NULL,0);
INSERT INTO "events" VALUES('of-other-rules',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:07.000+00:00", "seat": 2, "action": "keep"}',NULL,0);
INSERT INTO "events" VALUES('damaged',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "player": "id-0"}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "dealer": 1}',NULL,0);
INSERT INTO "events" VALUES('damaged',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "7H JC 9C 7D AH 9D KS QH TD JD QS 7S KC KD JS QD 8S 9S QC TC AD 8D 8H AS 8C AC 9H KH TS JH TH 7C"}',NULL,0);
INSERT INTO "events" VALUES('damaged',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 2, "action": "keep"}',NULL,0);
INSERT INTO "events" VALUES('damaged',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('damaged',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "action": "close", "client_id": "c3"}',NULL,0);
INSERT INTO "events" VALUES('damaged',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('damaged',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "seat": 2, "action": "pass"}',NULL,0);
INSERT INTO "events" VALUES('damaged',8,NULL,'{"type": "round", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "dealer": 2, "pack": "JD 9D QH AS KH QC AD KD 9S 9H TS JH JC TC QS QD TH 8C TD 8S 7C AC KC 9C 8D 7S 7D JS 7H KS AH 8H", "seat": 0}',NULL,0);
INSERT INTO "events" VALUES('damaged',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:07.000+00:00", "seat": 2, "action": "keep"}',NULL,0);
CREATE TABLE facts (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	body TEXT, 
	CONSTRAINT pk_facts PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "facts" VALUES('alone-between',0,6,1,'{"last_at":"2026-11-22T12:00:04.000+00:00","match":{"preset":"pagat","options":{"special":"none"},"hand_size":3,"scoring":"lives","players":2,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":2,"dealer":false,"leader":true,"end":"close","ended":false,"length":3,"turns":2,"hand":"8C JS TS","value":20,"suit":"S","best":true,"lost":false,"lives_lost":0,"lives":3,"swimming":false,"out":false,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('alone-choy',0,17,1,'{"last_at":"2026-11-22T12:02:15.000+00:00","match":{"preset":"choy","options":{"rounds":2},"hand_size":4,"scoring":"points","players":3,"seat":0,"over":true,"won":false,"shared":false,"total":1,"rounds":[{"number":1,"players":3,"dealer":false,"leader":true,"end":"close","ended":true,"length":1,"turns":1,"hand":"6C AS 9H TD","value":11,"suit":"S","best":false,"lost":true,"lives_lost":null,"lives":null,"swimming":false,"out":false,"points":-10,"closed":1},{"number":2,"players":3,"dealer":true,"leader":false,"end":"close","ended":false,"length":11,"turns":3,"hand":"7S 7H 8D 3D","value":11,"suit":"D","best":true,"lost":false,"lives_lost":null,"lives":null,"swimming":false,"out":false,"points":11,"closed":null}]}}');
INSERT INTO "facts" VALUES('alone-dutch',0,17,1,'{"last_at":"2026-11-22T12:01:15.000+00:00","match":{"preset":"dutch","options":{"lives":1},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":true,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":true,"length":5,"turns":2,"hand":"TH 9D 8D","value":17,"suit":"D","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":2},{"number":2,"players":3,"dealer":false,"leader":true,"end":"close","ended":false,"length":3,"turns":1,"hand":"TC 7C AD","value":17,"suit":"C","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":true,"points":null,"closed":1}]}}');
INSERT INTO "facts" VALUES('alone-pagat',0,29,1,'{"last_at":"2026-11-22T12:00:27.000+00:00","match":{"preset":"pagat","options":{"lives":1},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":true,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":false,"length":3,"turns":1,"hand":"JC KH TH","value":20,"suit":"H","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null},{"number":2,"players":3,"dealer":false,"leader":true,"end":"close","ended":true,"length":6,"turns":2,"hand":"8S 8H TD","value":10,"suit":"D","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":false,"points":null,"closed":2},{"number":3,"players":3,"dealer":true,"leader":false,"end":"close","ended":false,"length":4,"turns":1,"hand":"TC JH JD","value":10,"suit":"C","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":true,"out":true,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('alone-running',0,9,1,'{"last_at":"2026-11-22T12:00:07.000+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":true,"length":4,"turns":1,"hand":"AH 9D 7D","value":16,"suit":"D","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":1}]}}');
INSERT INTO "facts" VALUES('clocked',0,12,1,'{"last_at":"2026-11-22T12:10:08.000+00:00","match":{"preset":"pagat","options":{"special":"none"},"hand_size":3,"scoring":"lives","players":4,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[]}}');
INSERT INTO "facts" VALUES('damaged',0,9,1,'{"last_at":"2026-11-22T12:00:07.000+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":true,"length":4,"turns":1,"hand":"AH 9D 7D","value":16,"suit":"D","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":1}]}}');
INSERT INTO "facts" VALUES('device',0,30,1,'{"last_at":"2026-11-22T12:00:28.000+00:00","match":{"preset":"pagat","options":{"lives":1},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":true,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":true,"length":10,"turns":3,"hand":"JC 9C 7D","value":19,"suit":"C","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":3},{"number":2,"players":3,"dealer":false,"leader":true,"end":"close","ended":true,"length":3,"turns":1,"hand":"KC TC KS","value":20,"suit":"C","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":1},{"number":3,"players":2,"dealer":true,"leader":false,"end":"close","ended":true,"length":3,"turns":1,"hand":"8C QS 8H","value":10,"suit":"S","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":false,"points":null,"closed":1},{"number":4,"players":2,"dealer":false,"leader":true,"end":"close","ended":false,"length":5,"turns":3,"hand":"JC QH 8D","value":10,"suit":"C","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":true,"out":true,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('forgotten',0,38,1,'{"last_at":"2026-11-22T12:03:32.000+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":true,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":false,"length":5,"turns":2,"hand":"8C TH 7D","value":10,"suit":"H","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":false,"points":null,"closed":null},{"number":2,"players":3,"dealer":false,"leader":true,"end":"close","ended":true,"length":6,"turns":2,"hand":"9C QS 8D","value":10,"suit":"S","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":true,"out":true,"points":null,"closed":2}]}}');
INSERT INTO "facts" VALUES('of-other-rules',0,9,1,'{"last_at":"2026-11-22T12:00:07.000+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":true,"length":4,"turns":1,"hand":"AH 9D 7D","value":16,"suit":"D","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":1}]}}');
INSERT INTO "facts" VALUES('t',0,36,1,'{"last_at":"2026-11-22T12:03:29.000+00:00","match":{"preset":"pagat","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":true,"won":true,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":true,"leader":false,"end":"close","ended":true,"length":5,"turns":1,"hand":"AC AH KD","value":11,"suit":"C","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":1},{"number":2,"players":3,"dealer":false,"leader":false,"end":"close","ended":true,"length":4,"turns":1,"hand":"TS QH 9H","value":19,"suit":"H","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":1},{"number":3,"players":2,"dealer":true,"leader":false,"end":"close","ended":false,"length":4,"turns":2,"hand":"TC JD TD","value":20,"suit":"D","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null},{"number":4,"players":2,"dealer":false,"leader":true,"end":"close","ended":true,"length":6,"turns":3,"hand":"KC KH QD","value":10,"suit":"C","best":true,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":false,"points":null,"closed":3}]}}');
INSERT INTO "facts" VALUES('clocked',1,12,1,'{"last_at":"2026-11-22T12:10:08.000+00:00","match":{"preset":"pagat","options":{"special":"none"},"hand_size":3,"scoring":"lives","players":4,"seat":1,"over":false,"won":false,"shared":false,"total":null,"rounds":[]}}');
INSERT INTO "facts" VALUES('t',1,36,1,'{"last_at":"2026-11-22T12:03:29.000+00:00","match":{"preset":"pagat","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":1,"over":true,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":true,"end":"close","ended":false,"length":5,"turns":2,"hand":"AS 8S JD","value":19,"suit":"S","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null},{"number":2,"players":3,"dealer":true,"leader":false,"end":"close","ended":false,"length":4,"turns":1,"hand":"KH 8H 7H","value":25,"suit":"H","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null},{"number":3,"players":2,"dealer":false,"leader":true,"end":"close","ended":true,"length":4,"turns":2,"hand":"JC KD 7D","value":17,"suit":"D","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":false,"points":null,"closed":2},{"number":4,"players":2,"dealer":true,"leader":false,"end":"close","ended":false,"length":6,"turns":3,"hand":"JC TS 7H","value":10,"suit":"C","best":true,"lost":true,"lives_lost":1,"lives":0,"swimming":true,"out":true,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('forgotten',2,38,1,'{"last_at":"2026-11-22T12:03:32.000+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":2,"over":true,"won":true,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":true,"end":"close","ended":false,"length":5,"turns":2,"hand":"KC QS 7H","value":10,"suit":"C","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null},{"number":2,"players":3,"dealer":true,"leader":false,"end":"close","ended":false,"length":6,"turns":2,"hand":"JS KD JD","value":20,"suit":"D","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null},{"number":3,"players":2,"dealer":false,"leader":true,"end":"close","ended":true,"length":2,"turns":1,"hand":"JC TC AD","value":20,"suit":"C","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":1},{"number":4,"players":2,"dealer":true,"leader":false,"end":"close","ended":false,"length":12,"turns":6,"hand":"QC AH QD","value":11,"suit":"H","best":true,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('clocked',2,12,1,'{"last_at":"2026-11-22T12:10:08.000+00:00","match":{"preset":"pagat","options":{"special":"none"},"hand_size":3,"scoring":"lives","players":4,"seat":2,"over":false,"won":false,"shared":false,"total":null,"rounds":[]}}');
CREATE TABLE figures (
	player_id VARCHAR(64) NOT NULL, 
	variant VARCHAR(32) NOT NULL, 
	players INTEGER NOT NULL, 
	counts TEXT NOT NULL, 
	CONSTRAINT pk_figures PRIMARY KEY (player_id, variant, players)
);
INSERT INTO "figures" VALUES('id-0','choy',3,'{"played": 1, "finished": 1, "rounds": 2, "lost": 1, "best": 1, "length": 12, "turns": 4, "hand 4 11": 2, "closed 1": 1, "points -10": 1, "points 11": 1}');
INSERT INTO "figures" VALUES('id-0','dutch',3,'{"played": 1, "finished": 1, "rounds": 2, "lost": 1, "lives lost": 1, "length": 8, "turns": 3, "hand 3 17": 2, "closed 2": 1, "paid 2": 1, "closed 1": 1}');
INSERT INTO "figures" VALUES('id-0','own',2,'{"played": 1, "rounds": 1, "best": 1, "length": 3, "turns": 2, "hand 3 20": 1}');
INSERT INTO "figures" VALUES('id-0','own',4,'{"played": 1}');
INSERT INTO "figures" VALUES('id-0','pagat',3,'{"played": 2, "finished": 2, "rounds": 7, "lost": 4, "lives lost": 4, "length": 34, "turns": 12, "swum": 2, "matches swum": 2, "hand 3 20": 2, "hand 3 10": 4, "closed 2": 1, "best": 1, "hand 3 19": 1, "closed 3": 1, "paid 3": 1, "closed 1": 2, "paid 1": 1}');
INSERT INTO "figures" VALUES('id-0','own',3,'{"played": 5, "rounds": 9, "length": 42, "turns": 14, "hand 3 16": 3, "closed 1": 5, "paid 1": 5, "finished": 2, "lost": 3, "lives lost": 3, "swum": 1, "matches swum": 1, "hand 3 10": 3, "closed 2": 1, "won": 1, "best": 2, "hand 3 11": 1, "hand 3 19": 1, "hand 3 20": 1, "closed 3": 1}');
INSERT INTO "figures" VALUES('id-1','own',3,'{"played": 1, "finished": 1, "rounds": 4, "lost": 2, "best": 3, "lives lost": 2, "length": 19, "turns": 8, "swum": 1, "matches swum": 1, "hand 3 19": 1, "hand 3 25": 1, "hand 3 17": 1, "closed 2": 1, "hand 3 10": 1}');
INSERT INTO "figures" VALUES('id-1','own',4,'{"played": 1}');
INSERT INTO "figures" VALUES('id-2','own',3,'{"played": 1, "finished": 1, "won": 1, "rounds": 4, "best": 4, "length": 25, "turns": 11, "hand 3 10": 1, "hand 3 20": 2, "closed 1": 1, "paid 1": 1, "hand 3 11": 1}');
INSERT INTO "figures" VALUES('bot.one','own',4,'{"played": 1}');
CREATE TABLE friend_requests (
	player_id VARCHAR(64) NOT NULL, 
	other_id VARCHAR(64) NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_friend_requests PRIMARY KEY (player_id, other_id)
);
CREATE TABLE invitations (
	player_id VARCHAR(64) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	number INTEGER NOT NULL, 
	guest_id VARCHAR(64) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	declined BOOLEAN NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (player_id, day, number), 
	CONSTRAINT uq_invitations_guest_id UNIQUE (player_id, guest_id, table_id)
);
CREATE TABLE leases (
	table_id VARCHAR(32) NOT NULL, 
	server VARCHAR(32) NOT NULL, 
	epoch BIGINT NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (table_id)
);
CREATE TABLE matches (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id VARCHAR(64) NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	ended VARCHAR(32) NOT NULL, 
	variant VARCHAR(32) NOT NULL, 
	players INTEGER NOT NULL, 
	device BOOLEAN NOT NULL, 
	hints INTEGER NOT NULL, 
	over BOOLEAN NOT NULL, 
	won BOOLEAN NOT NULL, 
	shared BOOLEAN NOT NULL, 
	rounds INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	unscathed BOOLEAN NOT NULL, 
	survived INTEGER NOT NULL, 
	fires INTEGER NOT NULL, 
	cards INTEGER NOT NULL, 
	hand VARCHAR(16), 
	value FLOAT, 
	suit VARCHAR(8), 
	counts TEXT NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "matches" VALUES('alone-between',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:00:04.000+00:00','own',2,0,0,0,0,0,1,0,0,0,0,3,'8C JS TS',20.0,'S','{"played": 1, "rounds": 1, "best": 1, "length": 3, "turns": 2, "hand 3 20": 1}');
INSERT INTO "matches" VALUES('alone-choy',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:02:15.000+00:00','choy',3,0,0,1,0,0,2,1,0,0,0,4,'6C AS 9H TD',11.0,'S','{"played": 1, "finished": 1, "rounds": 2, "lost": 1, "best": 1, "length": 12, "turns": 4, "hand 4 11": 2, "closed 1": 1, "points -10": 1, "points 11": 1}');
INSERT INTO "matches" VALUES('alone-dutch',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:01:15.000+00:00','dutch',3,0,0,1,0,0,2,1,0,0,0,3,'TH 9D 8D',17.0,'D','{"played": 1, "finished": 1, "rounds": 2, "lost": 1, "lives lost": 1, "length": 8, "turns": 3, "hand 3 17": 2, "closed 2": 1, "paid 2": 1, "closed 1": 1}');
INSERT INTO "matches" VALUES('alone-pagat',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:00:27.000+00:00','pagat',3,0,0,1,0,0,3,2,0,0,0,3,'JC KH TH',20.0,'H','{"played": 1, "finished": 1, "rounds": 3, "lost": 2, "lives lost": 2, "length": 13, "turns": 4, "swum": 1, "matches swum": 1, "hand 3 20": 1, "hand 3 10": 2, "closed 2": 1}');
INSERT INTO "matches" VALUES('alone-running',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:00:07.000+00:00','own',3,0,0,0,0,0,1,0,0,0,0,3,'AH 9D 7D',16.0,'D','{"played": 1, "rounds": 1, "length": 4, "turns": 1, "hand 3 16": 1, "closed 1": 1, "paid 1": 1}');
INSERT INTO "matches" VALUES('clocked',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:10:08.000+00:00','own',4,0,0,0,0,0,0,0,0,0,0,3,NULL,NULL,NULL,'{"played": 1}');
INSERT INTO "matches" VALUES('damaged',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:00:07.000+00:00','own',3,0,0,0,0,0,1,0,0,0,0,3,'AH 9D 7D',16.0,'D','{"played": 1, "rounds": 1, "length": 4, "turns": 1, "hand 3 16": 1, "closed 1": 1, "paid 1": 1}');
INSERT INTO "matches" VALUES('device',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:00:28.000+00:00','pagat',3,1,0,1,0,0,4,2,0,0,0,3,'KC TC KS',20.0,'C','{"played": 1, "finished": 1, "rounds": 4, "lost": 2, "best": 1, "lives lost": 2, "length": 21, "turns": 8, "swum": 1, "matches swum": 1, "hand 3 19": 1, "closed 3": 1, "paid 3": 1, "hand 3 20": 1, "closed 1": 2, "paid 1": 1, "hand 3 10": 2}');
INSERT INTO "matches" VALUES('forgotten',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:03:32.000+00:00','own',3,0,0,1,0,0,2,2,0,0,0,3,'8C TH 7D',10.0,'H','{"played": 1, "finished": 1, "rounds": 2, "lost": 2, "lives lost": 2, "length": 11, "turns": 4, "swum": 1, "matches swum": 1, "hand 3 10": 2, "closed 2": 1}');
INSERT INTO "matches" VALUES('of-other-rules',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:00:07.000+00:00','own',3,0,0,0,0,0,1,0,0,0,0,3,'AH 9D 7D',16.0,'D','{"played": 1, "rounds": 1, "length": 4, "turns": 1, "hand 3 16": 1, "closed 1": 1, "paid 1": 1}');
INSERT INTO "matches" VALUES('t',0,'id-0','2026-11-22T12:00:00.000+00:00','2026-11-22T12:03:29.000+00:00','own',3,0,0,1,1,0,4,1,0,0,0,3,'TC JD TD',20.0,'D','{"played": 1, "finished": 1, "won": 1, "rounds": 4, "lost": 1, "best": 2, "lives lost": 1, "length": 19, "turns": 7, "hand 3 11": 1, "closed 1": 2, "paid 1": 2, "hand 3 19": 1, "hand 3 20": 1, "hand 3 10": 1, "closed 3": 1}');
INSERT INTO "matches" VALUES('clocked',1,'id-1','2026-11-22T12:00:00.000+00:00','2026-11-22T12:10:08.000+00:00','own',4,0,0,0,0,0,0,0,0,0,0,3,NULL,NULL,NULL,'{"played": 1}');
INSERT INTO "matches" VALUES('t',1,'id-1','2026-11-22T12:00:00.000+00:00','2026-11-22T12:03:29.000+00:00','own',3,0,0,1,0,0,4,2,0,0,0,3,'KH 8H 7H',25.0,'H','{"played": 1, "finished": 1, "rounds": 4, "lost": 2, "best": 3, "lives lost": 2, "length": 19, "turns": 8, "swum": 1, "matches swum": 1, "hand 3 19": 1, "hand 3 25": 1, "hand 3 17": 1, "closed 2": 1, "hand 3 10": 1}');
INSERT INTO "matches" VALUES('forgotten',2,'id-2','2026-11-22T12:00:00.000+00:00','2026-11-22T12:03:32.000+00:00','own',3,0,0,1,1,0,4,0,1,0,0,3,'JS KD JD',20.0,'D','{"played": 1, "finished": 1, "won": 1, "rounds": 4, "best": 4, "length": 25, "turns": 11, "hand 3 10": 1, "hand 3 20": 2, "closed 1": 1, "paid 1": 1, "hand 3 11": 1}');
INSERT INTO "matches" VALUES('clocked',2,'bot.one','2026-11-22T12:00:00.000+00:00','2026-11-22T12:10:08.000+00:00','own',4,0,0,0,0,0,0,0,0,0,0,3,NULL,NULL,NULL,'{"played": 1}');
CREATE TABLE opponents (
	player_id VARCHAR(64) NOT NULL, 
	person BOOLEAN NOT NULL, 
	opponent VARCHAR(200) NOT NULL, 
	matches INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	CONSTRAINT pk_opponents PRIMARY KEY (player_id, person, opponent)
);
INSERT INTO "opponents" VALUES('id-0',0,'Emma',4,0);
INSERT INTO "opponents" VALUES('id-0',0,'Karl',4,0);
INSERT INTO "opponents" VALUES('id-0',1,'id-2',1,0);
INSERT INTO "opponents" VALUES('id-0',0,'Max',1,1);
INSERT INTO "opponents" VALUES('id-0',1,'id-1',1,1);
INSERT INTO "opponents" VALUES('id-1',0,'Max',1,0);
INSERT INTO "opponents" VALUES('id-1',1,'id-0',1,0);
INSERT INTO "opponents" VALUES('id-2',1,'id-0',1,1);
CREATE TABLE packed_logs (
	table_id VARCHAR(32) NOT NULL, 
	length INTEGER NOT NULL, 
	body BLOB NOT NULL, 
	CONSTRAINT pk_packed_logs PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "packed_logs" VALUES('alone-choy',16,X'78DAAD944F8BDB3010C5BF49197CEDA658F2FFBD19A920E253B06FA52C6E2CB6A18E9DDADEAD43C877EF8C0E9B0D4D065316825146E3F73CBF67EBE44DC783F51EC1DB0EB69E6CE33D8037DADF5811B8AA27DA92BE8C5742ACA4AC847CF47DFC7DF17DFFB35BD10DC34B6BC7A7573B8CBBBEA33B04550F831DAD13D8FEEC8F54E90F13368C583A7943FFD235B4946767594FF4E7DBC9EBEABD7B20D5DADEC9B4F5D10E54D9352BDFC3EE4B4F510F2DF5B4F6D5B654781EAC6D8ED74D5FF7FBFAAAE9877DDE751D6A9EBF63B9B175EBF4E5F9D3E90D877BBC0B0CB91CC6458F1EBEDEFEA2BBF212620599814A435842A8616360AD4096906B4834041A62BC1A280C042544B8A5A0D01069284AA84A9006360A7203A9825443A6202921435903310A1A480C44A88F0AB8A560A3618DE268AA416A480D840AA212D6B8C62BAAA1AC824079EFC7AEB794D065EEE0DEDCF813D7735384D8E83FBCA950F26D3F5ADADDB63BDB4D4FBBC65585C7B00E194F7987B5FF8E75E538C66E669C3672B8899781DC4D8EAC111C6242B895A389192077A48604113791D5140F12278886020814D124BE9AC2081C7ACC0FE15200CA65A02936E48B4963C09834C6808161F61B0AF53D270E7BC420086E621757D8EBB665638D19FDF0A6BEBCD20FF59C1AD621611CA2052FCE603BFBE7DF1727624D53C6345E60BA3673C18F95310EC90704237CC6205D90CC5ACF15FF490BC15864FF1F4DC6BBCAFBAEC25FE09A977352F216CC6125C44784C39C4C422E08A75273AE790BE6CB17C1024C8599537DE3C00D785BE64010E10274940EBE767F015E4B156D');
INSERT INTO "packed_logs" VALUES('alone-dutch',16,X'78DA9D94DD8EDA301085DFA41AE5B6A58ACD4F92BDA349A5885CA17057552B2BB1B6084368121008F1EE3D76DA42B4CB6CB452849261EC63CF9C6F2E5E7BDE6BEF89BCA2D6AAD5A5F785BC46FF4644E04DB5F62FE9CBD9488891942B219F7C1FCF57DFF73FBB37BBA03E18DD3C1F75DDACAB9D5D216C745FEB46BB0DCA435BFCB2A16ADF22A341ECE299F551DB37717592AAB51F3F2EDE4E6DDD81BE556E13A3CEBAB6DFEB72E47BC8BD6564AA3636C7E8A3363650AB5D596DFB49DFB75BD54B7AA9B52ECFDEF52782A556C6ED2EAE9F2EFF4B515787DD5D21E4F042DCF6B34757C5C6AE0A625A26B48A29C26F4A514E0B44520A135AA494C534CF2948698E27A128A65542614EAB9C96589252905090D33CA630A5454219E23965C889294324F7EE8FAE0A5BE0DBD9C78FCE2EF0F4CF6E5BF0AFEDDD2E58D5AA8D6605268C807C5340F6040A5335BCC2945118BFA9E0F714A2FC1426F6DFC2ACF5AE7D5E974E77CC8ACE18D1C980BACDF353C477266014A603AED515EED5B5A6AC68C888CE065C4B19E331A444CCF6C10352E41D296004B0800210B170B0C0E7400086071D802574D45876628B4C470A680235C06AD9D1115B76C01A900138C027739481947E2DFB850BD8C2099FB95A38C0E71BADF7BC826014A28F1B22E255E56355E17FC011AF04980924C480C265C9699572A613CC081272C07C86A9E0B7CC5908CE81CD603CF8106E84F160A1CC4DE6B07397F3244C6567B89BCFA1336737B7A3E4AF3317CEC0733BF9EF1BC6568A1974623CA015EF5B8C996A6232A017AED97F0090571196');
INSERT INTO "packed_logs" VALUES('alone-pagat',28,X'78DAAD965B8FDA301085FF49E5E6B5DD55C65C92EC1B4A2A45E40985B7AA5A59605588106892455D21FE7BCF98DD72D9DD590B2121649C89C78CBF733CBBA07BDED8E04105B3C69ACECE83EF2A68ED1FCC1046A6E3473AD4C33BA23BADA7A41FC2109FFB300CBFB911BFD03C55B67DDCDAA65DAC6B7E837876D3D8D6BA0536E63756C2D47AD321A2C5DC2EA8165BCB23DABB94A6E31F3F77416D566E43A3BA366E99CA3CDB866716F3BB3040F431A6304DC53195DDDA8A2756A6ED107C16F463B53267418DA9E7EB55B0FF85C9B935955B9DF65F76FF8BD1AC9FEA935268FF521CD7E3AD9BD9D26D3357E3544D7335CDD42857A34C15A59A642AC27CAE92522518942ACE549CAA51AAC6182018F3994A52354955816F04942A2A5581171156AA69AAA24C4DF2E074EB66C6253EEEBD27EC9DCEF7CE87F07AF08755F0D6D2DA8D98A02F24D0EF26D067094C557D15130C8404BD7713849709F8D9AC5AD8BA7B5CCC1DED3D31E55048D9F7281AA714788A84E5071FF0A44F78021C40010C8103B00508800240015E208691CA9912203272E80038B0058C80D4D831049846AF504E72C60ECC1D884CCA8B4A9E176E20162E16FED9D00386CE2CAD98201112441E3014E5DF69F61687484C4AA19035F6E06163DA56CE20B96DE2A7223981E061147A146E56AD5BF96848B01AA22B54F326816035E4633538FC2893844982D750EF03658627CA1C3BF94D9D3DB34A33965CEC3C9BE59AB3F0204EE81662832C598D4E99F1AB14A161C81232867423A75208185704749EA4A23249F634124C8DFA1E047CAA4D127C8D06B70040B017F2B1170F880583A1E8DADB86647FD182BFD055FE72D9C008F64289470703848136284EDC7503B4278E6880F9C26CC9FC1E6E1CE00CC02182B1BB62F84EC95E6E9CD841CD9DCDC9C554E432D7895C3CC1D974E851BC4FB9D682B169BA09765AB036AD6F4180E06CBAE7D173C07F70AE63D7731C9C8D9B86F4D84CF0F11F6CAD64200AD79F1EFC90DDEFA557756D8AF3C0C41963E26C309209D0B2B369C1D974FF165D87169C4DDFC2D9B4E06C7AE8DD45FF039BF475F8');
INSERT INTO "packed_logs" VALUES('device',29,X'78DAB596516F9B3010C7BFC974E375CB84DD3640DF104CB2E00999B769AA3C62555148C28044A9A27CF7DD99740D9D66D67A917880E37C67FEFCF53B1FBDFEA9D1DE3D7855AB55AF17DE67F03AFD13230CEF544FAFB8CFE733C6669C978CDFFB3E5E5F7CDFFF64EE6841BBAB75F7B0D76DB7DC6E6805A368D3EA4E9B028D7AC44A18DA363D6674183B7AF572AFE98E9D4C4BD5D3C3B7A3B7516BB3A174DB2A53A6564FBAA5C87231F33DCC7EC9C9555B534EADF7BAA6C00FFDB8DC6C307D94F675BD56A3B44A753B557BA7EF185C68559BFACC3CEC9715ADE9DB9D3E7D38FE96A7DDEE3617E2F0BF8BC3C3B138A3FA8DAA56B42A4B219410A7500A880564127201410A71026502590251028580484221214820C7A0800257E1954028204F211050620226E35AAC26214A219750A6DEE5D65545A2BFECFDE6DFF74EBFE5D90A43155CD5AB95B636B87D73033E6A90A58738B176B87B73077FD441D5B5B5FEDC51A2A9FA81A3428DEA3A6B83F0CA02458E024D7E00F3AF2D11638E1A95C921483FDA7BF02B1B89DD38CAF4BAC12BCEB1DB77808E5F800E71940F4C4B0DAC24710CF145DC4B897804AEE44C36845E682086E843E821189175654AAC43C4112105518E88278999999D12ECCE519C95D68DBDC3DCD14355BDEDEC306581A3854A7908A4BD4578651345EF30917F61A2D0FC73740D7AA74CCE533132EE08CDCC442FA095D062E89D615AA2ADD044384863F96C1CE3B8729890D2782A211B16F669C97DC75F3C6922CE1CE50FC52112F616DC7D1ED849C75D41148943266C2EE2AE2842AB94C3314A92556273CE2ACC392B36708A0C750A73C21A0E65E8A2C01CB5D045A121506E10551A74A191D08A68A188BC6497C7154593872EEE8AA2C981C983FF8C893F1A84EE13796224F0C8F11BCEC0FE05066F4F46');
INSERT INTO "packed_logs" VALUES('forgotten',37,X'78DAB557516F9B3010FE2793C5EB9A09DB4980BE21F2809297A1E46D9A2A37B12656062CD0AA51D4FFBEF3B54943819B63A9521421C7F8FB7C77DF7797A3D71E6AEDDD326FBBD7AAD53BEF86798DFE0B2B1C9E546B7E12BE984F389F08B1E1E2D6F7E1F3CDF7FDAFF8645ED83F16BAB97BD2FB26AF4AF30637ABF55E371A0F50753D518159ABEA16B634B078F48AFC49376F404DADB7B92ACCE6B22AB5F78234DA362F7FBD6E6E809D79922F2F5F8E67D2BFABBCBCE42CEC399B0361A30F8FA5FA83A7C565A99078A10E7A6F56F2DDC4F728404900F241407E01F81D8198E88296D57DB53B7CC3186E8B5C97ED5DBEC3147192CB94E02206B9880B2E49A1ABDEE54507B069D5BE5322330251F6114DFE7E1CFF1BEE1B76EC47A8B33AC6F56737AFC0B7DCDDE558915BD53C427DF5422A3B37DC578FE5C5FDE6F6F7DB6955201593DF5A6D1FF0860B16C167CDB2350B52B64A58B0609B9485095B2D5898B2E59A2D5316AFD92A659B846D162C4E5906DF09CB6005DE829DF00DDBE01CD89FB0105E5CB30836241DEA6A6B94F5CE3D20B84F472BF3ED1478AB550FDA7B5DD1BBBBFB8359AB41E1F02B051B12B0B3D1227C8755C54092660E442282C87CD40A7A44AE44E53E011B58847D5B548DEE472070E1423978689F8B6B6129138EEC23DF0D4064C1E4837AF9A839F31E91B37CC5857C23545B86FA03ED8258418220BE18E5080A068D827C41B52053D07A9618C9824641C1A05AD07DF42AF7D4081A241EA3F403D47AB0A0A3381D27CF7D8BE49DF4FBA18370978CCE082EDC22A3B56A1A17DC39812B2CC43458495CBA5009082AD2221D59FABC5CBB008704F0D422F62386C25D3C95470499997D42AE84153E013BB708FEA9FE3E8420B8DE53C4A8A78A1E95C19160894E01FA072330CEB230B6027E011613E2A81060DF5FA19B800181832CD14D629C13CE6E02A6B344335AA1B38001813765291D474190B7694E0F5AD703718C5C722A092E36CDE95CD7D7024F09E0C8D5540477A8A5515B953D2663FD29C0A602059361D781F208B02D45582D110E901B9C36B3F569745CBC95508C2504E5B73A75B8153633285128B9901E2FC57C9CBCB0E94FC3B5245CCC590404176E91D2207D8676EC001C12C0C275DA152ED62C22828AFC346B963E013B758E80CBB82B3941E5F39A931404ECDC39022E9E2A254125B0D34194B8004F09E0D0B9414B97615512AE2A6CFC3D7334034938A2B471C4CDFA394E07A2E0628992B044C9AFF91F3A04FC0F4DF54617');
INSERT INTO "packed_logs" VALUES('t',35,X'78DAB597CB6EE3361486DFA420BCEDA4E04514C9D965EC85E1A00BC3DE15454052C719358AEC5A4A9020C8BBF790F6647C65644D83048E20513CFFB97CFC9DD741FBB282C15732F06BB02D14832F64D0C0BF7887E1956DC3234E797EC5D815E773C6BF528ABF7F504A7F8F57E185F56305CDED13AC9B7259873758B8BB5A4303718395BDC39DF0D672D5E28A06EFBD0EAAF2099A6D9C6605BEB455585B2F6B18BC45156D5BD6779BC50D8A0B57021FB865BC1C38B82BEB1AD661E3A7B2295D5995ED4B78B25C411DF768ADAB6276EDE0EDB7D7F75CFF5996F56EAABC7BAA41082EA47859DB87B8DB755DDB986F655F500DDE298B2B9A0C281201D9C9806C27E0B7E551B858705F9550B7B76511FBC9F61434AD5DEFB5374B48E0C71242C5FF7AFD30E72FE4352D736FC59FF6392CA9E009AAC38EFAEF766D7DBB79D57A1C95B7BFF7EBDF00C44CB9F50B9159E56CAEBDA75A1634076AACCB217739978C79EB9C344E658B2C9785D73E67B27060BD51853631C5D6D6C56D1987D7DBE6116771B77A7EF9F050B67BF59389FA89B333D3C0FA699352C69833857719CB73AA329EF302C018C50AC9851600B9E4DC71CD1C78AF3CB5A83C5F2C9C00263267B358A328EB019B1E76349C87C4442EBD64E08A85E58A2E80339B15982666AD78867FB5D796D3CC03CF3D670BAA0A65D9A270C723243E2A429E284276768E3FB308E0ADCF1CCB1CB61AA4A5823B51C8425A69A8E1D4319C0BC3AC2ABC50D2671C7706BA5818A6AC06C061D8CD788D8369ABDD8455226199E8FA665229FBB59FE30EC90FF4EA84DE3CD1A0AD5EFE6B3FFBE2968FF58E32D35D5911925A6F6BB9B2FE3EBCA587C40CC9CD8C28FC1C133D23D311B99E91097EE21DFC1C133326F3215163A24644CDC87C4C6E8644E3FD1199E0A319B91E113D22D321990CC974460CAEC147B8D5784F3A9E43C1D87E5A234D885767C760BB4DB0237B0FC7CD5483CD22286E5DF4B1153A2ABE909492B2697DB6C33FA5AC6CD3F4899BF24C73322EDF8BAB67CFD3D16160B4F674D4847132DAA1F0BE5A36D027DD845D32D6A1CCB6AA4E5834EB2325E13C8C77A8FCA98E1F16FE005676F6A0674731DF69653BB44E225948284287544EC7814AC4D6FCE011E9436C758454475A375422B94834528CE4229E1BAE1173041F4F00E417F19F7C40AB4A88171D7A770FB0EAD3289D889BFD4F8D3A0A6A1241E52712C2692270DEA1CA66F8ACC72718E9732A729610A33A947E8BEB0588F0B307223F0A79D2D0E63F263D8C7C7430C4C2449B422654342874ADC90694511CFFE054019AEB4852B0C1F1161D440D7151D1F190929B59BA5E22215E5F606897F6294BC4357D8F55DEE758E5F2BC14DEC55A4E8C4C97B079226C176379E7F5A006A28F189510C33BD4A0E397894374CE1E94E228EC4977C161BF89933E89DFF6909269B40A2400B19847201011F40CC46B633FC13946D16F2249C80D5285C0216A93683FD7F19B25D2A647E99A9984F82EEED2131D411371B30B7A7530377D8E5BC1125A64778C2F0DCB1361F3FE25307DB4888416F579DFC3459688AB2FF1FB837FFDFB9CA14226C47439CE27E3E7F9EC5CE0FF004CDB5D50');
CREATE TABLE players (
	player_id VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	generation INTEGER DEFAULT '0' NOT NULL, 
	recovery VARCHAR(32), 
	face VARCHAR(32), 
	public_id VARCHAR(16) NOT NULL, 
	PRIMARY KEY (player_id)
);
INSERT INTO "players" VALUES('id-0','Anna','2026-11-22T12:00:00.000+00:00',0,NULL,'Berta-moss-oxblood','_QBSI92ob6KTOgqX');
INSERT INTO "players" VALUES('id-1','Bo','2026-11-22T12:00:01.000+00:00',0,NULL,NULL,'rK2xLwexiSFQ5jR2');
INSERT INTO "players" VALUES('id-2','Cleo','2026-11-22T12:00:02.000+00:00',0,NULL,NULL,'BZAZArSA9f8lziIR');
INSERT INTO "players" VALUES('bot.one','Robot','2026-11-22T12:00:02.000+00:00',0,NULL,NULL,'O6JfoNJFixH-5Uqe');
CREATE TABLE presence (
	table_id VARCHAR(32) NOT NULL, 
	server VARCHAR(32) NOT NULL, 
	seats JSON NOT NULL, 
	spectators INTEGER NOT NULL, 
	pace VARCHAR(16), 
	CONSTRAINT pk_presence PRIMARY KEY (table_id, server)
);
CREATE TABLE progress (
	player_id VARCHAR(64) NOT NULL, 
	sequence VARCHAR(48) NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_progress PRIMARY KEY (player_id, sequence)
);
INSERT INTO "progress" VALUES('id-0','pagat/*','{"last":["2026-11-22T12:00:00.000+00:00","device",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','choy/*','{"last":["2026-11-22T12:00:00.000+00:00","alone-choy",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["choy"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','dutch/*','{"last":["2026-11-22T12:00:00.000+00:00","alone-dutch",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["dutch"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','pagat/3','{"last":["2026-11-22T12:00:00.000+00:00","device",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','dutch/3','{"last":["2026-11-22T12:00:00.000+00:00","alone-dutch",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["dutch"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','choy/3','{"last":["2026-11-22T12:00:00.000+00:00","alone-choy",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["choy"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','*/*','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":6,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":3},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":["choy","dutch","pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','*/3','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":6,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":3},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":["choy","dutch","pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','on server','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":5,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":3},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":["choy","dutch","pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','own/*','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','own/3','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','own/*','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','*/3','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','*/*','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','own/3','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','on server','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','own/*','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','*/3','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','*/*','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','own/3','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','on server','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
CREATE TABLE rated (
	table_id VARCHAR(32) NOT NULL, 
	places JSON, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "rated" VALUES('alone-choy','[2, 3, 1]');
INSERT INTO "rated" VALUES('alone-dutch','[3, 1, 2]');
INSERT INTO "rated" VALUES('alone-pagat','[3, 1, 2]');
INSERT INTO "rated" VALUES('device','[2, 3, 1]');
INSERT INTO "rated" VALUES('forgotten','[3, 2, 1]');
INSERT INTO "rated" VALUES('t','[1, 2, 3]');
CREATE TABLE rating_history (
	family VARCHAR(32) NOT NULL, 
	who VARCHAR(80) NOT NULL, 
	matches INTEGER NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_rating_history PRIMARY KEY (family, who, matches)
);
INSERT INTO "rating_history" VALUES('own','id-0',1,2.14136891490632166315e+01,8.0582242228023783781e+00,'2026-11-22T12:03:32.000+00:00');
INSERT INTO "rating_history" VALUES('own','id-2',1,2.78690486807494259831e+01,8.20524337739799314306e+00,'2026-11-22T12:03:32.000+00:00');
INSERT INTO "rating_history" VALUES('own','id-0',2,24.3141447968569,7.95289684252478323855e+00,'2026-11-22T12:03:30.000+00:00');
INSERT INTO "rating_history" VALUES('own','id-1',1,2.56197316274479511841e+01,8.04626830026218,'2026-11-22T12:03:30.000+00:00');
CREATE TABLE ratings (
	family VARCHAR(32) NOT NULL, 
	who VARCHAR(80) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	matches INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	last VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (family, who)
);
INSERT INTO "ratings" VALUES('own','id-0',24.3141447968569,7.95289684252478323855e+00,2,1,'2026-11-22T12:03:30.000+00:00');
INSERT INTO "ratings" VALUES('own','id-2',2.78690486807494259831e+01,8.20524337739799314306e+00,1,1,'2026-11-22T12:03:32.000+00:00');
INSERT INTO "ratings" VALUES('own','bot:beginner',2.12784095619271695909e+01,8.04626830026218,1,0,'2026-11-22T12:03:30.000+00:00');
INSERT INTO "ratings" VALUES('own','id-1',2.56197316274479511841e+01,8.04626830026218,1,0,'2026-11-22T12:03:30.000+00:00');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id VARCHAR(64) NOT NULL, stale BOOLEAN DEFAULT 1 NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('alone-pagat',0,'id-0',0);
INSERT INTO "seats" VALUES('alone-dutch',0,'id-0',0);
INSERT INTO "seats" VALUES('alone-choy',0,'id-0',0);
INSERT INTO "seats" VALUES('device',0,'id-0',0);
INSERT INTO "seats" VALUES('alone-running',0,'id-0',0);
INSERT INTO "seats" VALUES('alone-between',0,'id-0',0);
INSERT INTO "seats" VALUES('t',0,'id-0',0);
INSERT INTO "seats" VALUES('t',1,'id-1',0);
INSERT INTO "seats" VALUES('t2',1,'id-1',1);
INSERT INTO "seats" VALUES('forgotten',0,'id-0',0);
INSERT INTO "seats" VALUES('forgotten',2,'id-2',0);
INSERT INTO "seats" VALUES('clocked',0,'id-0',0);
INSERT INTO "seats" VALUES('clocked',1,'id-1',0);
INSERT INTO "seats" VALUES('clocked',2,'bot.one',0);
INSERT INTO "seats" VALUES('of-other-rules',0,'id-0',0);
INSERT INTO "seats" VALUES('damaged',0,'id-0',0);
CREATE TABLE servers (
	name VARCHAR(32) NOT NULL, 
	version VARCHAR(32) NOT NULL, 
	beat VARCHAR(32) NOT NULL, 
	steady_since VARCHAR(32) NOT NULL, reads VARCHAR(32) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_servers PRIMARY KEY (name)
);
INSERT INTO "servers" VALUES('gone','0.1.0','2026-11-22T12:30:00.000+00:00','2026-11-22T12:30:00.000+00:00','0015');
CREATE TABLE settings (
	name VARCHAR(32) NOT NULL, 
	value VARCHAR(256) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c');
INSERT INTO "settings" VALUES('facts_version','1');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	summary JSON NOT NULL, 
	listed VARCHAR(16), 
	due VARCHAR(32), 
	seen VARCHAR(32), 
	quick VARCHAR(64), erasures INTEGER DEFAULT '0' NOT NULL, part INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('alone-pagat','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Anna", "level": null}, {"name": "Karl", "level": "master"}, {"name": "Emma", "level": "random"}], "over": true, "closed": false, "round": 5, "abandoned": false}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('alone-dutch','2026-11-22T12:00:00.000+00:00','{"preset": "dutch", "options": {"lives": 1}, "seats": [{"name": "Bo", "level": null}, {"name": "Karl", "level": "random"}, {"name": "Emma", "level": "greedy"}], "over": true, "closed": false, "round": 3, "abandoned": false}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('alone-choy','2026-11-22T12:00:00.000+00:00','{"preset": "choy", "options": {"rounds": 2}, "seats": [{"name": "Cleo", "level": null}, {"name": "Karl", "level": "greedy"}, {"name": "Emma", "level": "beginner"}], "over": true, "closed": false, "round": 2, "abandoned": false}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('device','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Dora", "level": null}, {"name": "Karl", "level": "beginner"}, {"name": "Emma", "level": "casual"}], "over": true, "closed": false, "round": 4, "abandoned": false, "device": true, "hints": 0}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('alone-running','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "level": null}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "over": false, "closed": false, "round": 2, "abandoned": false, "lives": [1, 0, 1]}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('alone-between','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Flo", "level": null}, {"name": "Karl", "level": "club"}], "over": false, "closed": false, "round": 1, "abandoned": false, "lives": [3, 2]}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('t','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Bo", "level": null}, {"name": "Max", "level": "beginner"}], "over": true, "closed": false, "round": 4, "abandoned": false, "phase": "over", "settings": {"seats": 3, "bots": "beginner", "fill": true, "visibility": "open", "spectators": true, "chat": true, "spectator_chat": false, "clock": null, "patience": null}, "host": "Anna", "kept": 0, "forfeited": []}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('t2','2026-11-22T12:03:29.000+00:00','{"preset": "pagat", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Bo", "level": null}], "over": false, "closed": false, "round": 0, "abandoned": false, "phase": "gathering", "settings": {"seats": 3, "bots": "beginner", "fill": true, "visibility": "open", "spectators": true, "chat": true, "spectator_chat": false, "clock": null, "patience": null}, "host": "Bo", "kept": 1}','gathering',NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('forgotten','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Player 2", "level": null}, {"name": "Cleo", "level": null}], "over": true, "closed": false, "round": 4, "abandoned": false, "phase": "over", "settings": {"seats": 3, "bots": "casual", "fill": true, "visibility": "link", "spectators": true, "chat": true, "spectator_chat": false, "clock": null, "patience": null}, "host": "Anna", "kept": 0, "forfeited": []}',NULL,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES('clocked','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Bo", "level": null, "face": "Theo-dusk-rust"}, {"name": "Robot", "level": null}, {"name": "Berta", "level": "random"}], "over": false, "closed": false, "round": 1, "abandoned": false, "lives": [3, 3, 3, 3], "phase": "playing", "settings": {"seats": 4, "bots": "random", "fill": true, "visibility": "open", "spectators": true, "chat": true, "spectator_chat": false, "clock": {"move": 86400, "reserve": 0}, "patience": null}, "host": "Anna", "kept": 0}','playing','2026-11-23T12:10:08.000+00:00',NULL,NULL,0,0);
INSERT INTO "tables" VALUES('of-other-rules','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "level": null}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "over": false, "closed": false, "round": 1, "abandoned": false}',NULL,'2026-11-22T12:00:07.000+00:00',NULL,NULL,0,0);
INSERT INTO "tables" VALUES('damaged','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "level": null}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "over": false, "closed": false, "round": 1, "abandoned": false}',NULL,'2026-11-22T12:00:07.000+00:00',NULL,NULL,0,0);
CREATE INDEX ix_tables_listed ON tables (listed, seen);
CREATE INDEX ix_tables_due ON tables (due);
CREATE INDEX ix_tables_quick ON tables (quick, seen);
CREATE UNIQUE INDEX ix_players_public_id ON players (public_id);
CREATE INDEX ix_daily_date ON daily (date, variant);
CREATE INDEX ix_daily_table_id ON daily (table_id);
CREATE INDEX ix_ratings_who ON ratings (who);
CREATE INDEX ix_rating_history_who ON rating_history (who);
CREATE INDEX ix_friend_requests_other_id ON friend_requests (other_id);
CREATE INDEX ix_blocks_other_id ON blocks (other_id);
CREATE INDEX ix_invitations_guest_id ON invitations (guest_id);
CREATE INDEX ix_invitations_table_id ON invitations (table_id);
CREATE INDEX ix_seats_player_id ON seats (player_id, stale);
CREATE INDEX ix_seats_stale ON seats (stale);
CREATE INDEX ix_matches_player_id ON matches (player_id, created, table_id, seat);
CREATE INDEX ix_matches_over ON matches (player_id, over, created, table_id, seat);
CREATE INDEX ix_matches_ended ON matches (player_id, over, ended, created, table_id, seat);
CREATE INDEX ix_matches_variant ON matches (player_id, variant, over, created, table_id, seat);
CREATE INDEX ix_matches_players ON matches (player_id, players, over, created, table_id, seat);
CREATE INDEX ix_matches_kind ON matches (player_id, variant, players, over, created, table_id, seat);
CREATE INDEX ix_matches_value ON matches (player_id, variant, players, cards, value, created, table_id, seat);
CREATE INDEX ix_opponents_matches ON opponents (player_id, matches, person, opponent);
CREATE INDEX ix_tables_part ON tables (part) WHERE part > 0;
COMMIT;
