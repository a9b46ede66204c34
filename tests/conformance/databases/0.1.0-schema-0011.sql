PRAGMA application_id=1399023735;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0011');
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
	body JSON NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT uq_events_client_id UNIQUE (table_id, client_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('alone-pagat',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Karl", "level": "master"}, {"name": "Emma", "level": "random"}], "dealer": 1}');
INSERT INTO "events" VALUES('alone-pagat',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "KH JC TH TD AH AD KS QD 7H JH 9S 9H JS 8D 8C AC JD 8H TS 9D 9C QC KC QS 8S 7S KD 7C AS TC 7D QH"}');
INSERT INTO "events" VALUES('alone-pagat',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('alone-pagat',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "action": "all!"}');
INSERT INTO "events" VALUES('alone-pagat',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "action": "all", "client_id": "c3"}');
INSERT INTO "events" VALUES('alone-pagat',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-pagat',7,'0/c5','{"type": "round", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "dealer": 2, "pack": "8H 8S KS 7C KH 7D TC 9C TD 9D JH 9H KD AS AC KC AD 8D QC TS JS 7S QS AH JC TH QH 8C JD QD 7H 9S", "seat": 0, "client_id": "c5"}');
INSERT INTO "events" VALUES('alone-pagat',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('alone-pagat',9,'0/c7','{"type": "action", "seq": 9, "at": "2026-11-22T12:00:07.000+00:00", "seat": 0, "action": "KSxTD", "client_id": "c7"}');
INSERT INTO "events" VALUES('alone-pagat',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T12:00:08.000+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('alone-pagat',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T12:00:09.000+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('alone-pagat',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T12:00:10.000+00:00", "seat": 0, "action": "close"}');
INSERT INTO "events" VALUES('alone-pagat',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T12:00:11.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-pagat',14,NULL,'{"type": "action", "seq": 14, "at": "2026-11-22T12:00:12.000+00:00", "seat": 2, "action": "KSx7D"}');
INSERT INTO "events" VALUES('alone-pagat',15,'0/c13','{"type": "round", "seq": 15, "at": "2026-11-22T12:00:13.000+00:00", "dealer": 0, "pack": "JD JH TC AS 8H 8D TS 8S KD KS 7H QS 9H 7C QD AD JS 7D QC 8C TH QH TD JC 9D AC 7S AH KC 9S KH 9C", "seat": 0, "client_id": "c13"}');
INSERT INTO "events" VALUES('alone-pagat',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T12:00:14.000+00:00", "seat": 0, "action": "take"}');
INSERT INTO "events" VALUES('alone-pagat',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:00:15.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-pagat',18,NULL,'{"type": "action", "seq": 18, "at": "2026-11-22T12:00:16.000+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('alone-pagat',19,'0/c17','{"type": "action", "seq": 19, "at": "2026-11-22T12:00:17.000+00:00", "seat": 0, "action": "all", "client_id": "c17"}');
INSERT INTO "events" VALUES('alone-pagat',20,NULL,'{"type": "action", "seq": 20, "at": "2026-11-22T12:00:18.000+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('alone-pagat',21,'0/c19','{"type": "round", "seq": 21, "at": "2026-11-22T12:00:19.000+00:00", "dealer": 1, "pack": "8S JD KD 9H 7D 8H QD KS 9S QH TD JS TH AS AC QC 7C TC JH JC 7H 9D QS AH 8C 7S TS 9C KC AD 8D KH", "seat": 0, "client_id": "c19"}');
INSERT INTO "events" VALUES('alone-pagat',22,NULL,'{"type": "action", "seq": 22, "at": "2026-11-22T12:00:20.000+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('alone-pagat',23,NULL,'{"type": "action", "seq": 23, "at": "2026-11-22T12:00:21.000+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('alone-pagat',24,NULL,'{"type": "action", "seq": 24, "at": "2026-11-22T12:00:22.000+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('alone-pagat',25,'0/c23','{"type": "round", "seq": 25, "at": "2026-11-22T12:00:23.000+00:00", "dealer": 2, "pack": "KH QC JS 7C 8H 8D 8C JC 7S QS AH TH AC QD AS TD KS TC JD JH KD KC 7D QH 9C TS 9H 9S 8S 9D AD 7H", "seat": 0, "client_id": "c23"}');
INSERT INTO "events" VALUES('alone-pagat',26,NULL,'{"type": "action", "seq": 26, "at": "2026-11-22T12:00:24.000+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('alone-pagat',27,NULL,'{"type": "action", "seq": 27, "at": "2026-11-22T12:00:25.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-pagat',28,NULL,'{"type": "action", "seq": 28, "at": "2026-11-22T12:00:26.000+00:00", "seat": 2, "action": "all!"}');
INSERT INTO "events" VALUES('alone-pagat',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T12:00:27.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-dutch',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "dutch", "options": {"lives": 1}, "seats": [{"name": "Bo", "player": "id-0"}, {"name": "Karl", "level": "random"}, {"name": "Emma", "level": "greedy"}], "dealer": 1}');
INSERT INTO "events" VALUES('alone-dutch',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "7C QD TC 9D TH 9S JC QH 8D JH KC AS 7H AH AD 9C TD 8S TS QC 9H 7D 7S AC 8H JD KS QS KD 8C KH JS"}');
INSERT INTO "events" VALUES('alone-dutch',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:01:01.000+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('alone-dutch',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:01:02.000+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('alone-dutch',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:01:03.000+00:00", "seat": 0, "action": "9Sx8D", "client_id": "c3"}');
INSERT INTO "events" VALUES('alone-dutch',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:01:04.000+00:00", "seat": 1, "action": "ASx9S"}');
INSERT INTO "events" VALUES('alone-dutch',7,'0/c5','{"type": "action", "seq": 7, "at": "2026-11-22T12:01:05.000+00:00", "seat": 0, "action": "close", "client_id": "c5"}');
INSERT INTO "events" VALUES('alone-dutch',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T12:01:06.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-dutch',9,'0/c7','{"type": "round", "seq": 9, "at": "2026-11-22T12:01:07.000+00:00", "dealer": 2, "pack": "TC 7C AD AS JD TH KD 9H QS AH JH 8H 8D QH 8C 7H TD 8S JC 9C 9S QD KS QC TS 9D AC 7S 7D KH KC JS", "seat": 0, "client_id": "c7"}');
INSERT INTO "events" VALUES('alone-dutch',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T12:01:08.000+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('alone-dutch',11,'0/c9','{"type": "action", "seq": 11, "at": "2026-11-22T12:01:09.000+00:00", "seat": 0, "action": "close", "client_id": "c9"}');
INSERT INTO "events" VALUES('alone-dutch',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T12:01:10.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-dutch',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T12:01:11.000+00:00", "seat": 2, "action": "KDxTH"}');
INSERT INTO "events" VALUES('alone-dutch',14,NULL,'{"type": "round", "seq": 14, "at": "2026-11-22T12:01:12.000+00:00", "dealer": 1, "pack": "8H AS KC 9S TS JH TH 7C TC QS 7S KH AD 8D KS QH KD 7D JC QC 9H 8S AH 9C TD 9D 8C 7H JS JD AC QD", "seat": 0}');
INSERT INTO "events" VALUES('alone-dutch',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T12:01:13.000+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('alone-dutch',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T12:01:14.000+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('alone-dutch',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:01:15.000+00:00", "seat": 1, "action": "close"}');
INSERT INTO "events" VALUES('alone-choy',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "choy", "options": {"rounds": 2}, "seats": [{"name": "Cleo", "player": "id-0"}, {"name": "Karl", "level": "greedy"}, {"name": "Emma", "level": "beginner"}], "dealer": 2}');
INSERT INTO "events" VALUES('alone-choy',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 2, "pack": "AS 6C 9H TD 4S 4D QH JC 2S AD 7D 3D 6D 3H KH 3S 5C 2C KD 5D KS TS 2H QC AH 8C 8D 9C 7S 9S 6H 6S 4H 7H 5H TH KC 7C QD JS AC 9D 2D 8H 4C 5S JD 8S JH QS TC 3C"}');
INSERT INTO "events" VALUES('alone-choy',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T12:02:01.000+00:00", "seat": 0, "action": "close", "client_id": "c1"}');
INSERT INTO "events" VALUES('alone-choy',4,NULL,'{"type": "round", "seq": 4, "at": "2026-11-22T12:02:02.000+00:00", "dealer": 0, "pack": "TD 3H 6D 8H JD 5S 4D 9C 7H AS JH 3D 9S KC 5D TC 8D AD KH 7C 5H KS 7S 9D JC QC JS AH TS 3C AC TH KD 2H 3S 6H 2S 2D 6S 4C 4H 7D 2C 8S 9H QH 4S QD 8C 6C QS 5C", "seat": 0}');
INSERT INTO "events" VALUES('alone-choy',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T12:02:03.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-choy',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:02:04.000+00:00", "seat": 2, "action": "4Dx8H"}');
INSERT INTO "events" VALUES('alone-choy',7,'0/c5','{"type": "action", "seq": 7, "at": "2026-11-22T12:02:05.000+00:00", "seat": 0, "action": "renew", "client_id": "c5"}');
INSERT INTO "events" VALUES('alone-choy',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T12:02:06.000+00:00", "seat": 0, "action": "JHxKH"}');
INSERT INTO "events" VALUES('alone-choy',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:02:07.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-choy',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T12:02:08.000+00:00", "seat": 2, "action": "JDxTC"}');
INSERT INTO "events" VALUES('alone-choy',11,'0/c9','{"type": "action", "seq": 11, "at": "2026-11-22T12:02:09.000+00:00", "seat": 0, "action": "renew", "client_id": "c9"}');
INSERT INTO "events" VALUES('alone-choy',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T12:02:10.000+00:00", "seat": 0, "action": "ASx7S"}');
INSERT INTO "events" VALUES('alone-choy',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T12:02:11.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-choy',14,NULL,'{"type": "action", "seq": 14, "at": "2026-11-22T12:02:12.000+00:00", "seat": 2, "action": "TCxAD"}');
INSERT INTO "events" VALUES('alone-choy',15,'0/c13','{"type": "action", "seq": 15, "at": "2026-11-22T12:02:13.000+00:00", "seat": 0, "action": "KHx8D", "client_id": "c13"}');
INSERT INTO "events" VALUES('alone-choy',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T12:02:14.000+00:00", "seat": 1, "action": "ASx7C"}');
INSERT INTO "events" VALUES('alone-choy',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:02:15.000+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('device',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Dora", "player": "id-0"}, {"name": "Karl", "level": "beginner"}, {"name": "Emma", "level": "casual"}], "dealer": 1, "device": true}');
INSERT INTO "events" VALUES('device',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:28.000+00:00", "dealer": 1, "pack": "JD 8S AD TH AH JS KH 7D AC TC JC 9C QH 9S QS 7C KC JH QD 8D 8C 8H KD 7H TS QC 9H 7S AS 9D KS TD"}');
INSERT INTO "events" VALUES('device',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:28.000+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('device',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "JDxAC"}');
INSERT INTO "events" VALUES('device',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "all"}');
INSERT INTO "events" VALUES('device',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:28.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('device',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('device',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "all"}');
INSERT INTO "events" VALUES('device',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:28.000+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('device',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('device',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "TCx7D!"}');
INSERT INTO "events" VALUES('device',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T12:00:28.000+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('device',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('device',14,NULL,'{"type": "round", "seq": 14, "at": "2026-11-22T12:00:28.000+00:00", "dealer": 2, "pack": "KS KC TC JD TS QS JH 8H TH AD 7D 7S AC QD 8D 9C 8S 9D QH 7C AH 8C TD KD 9H KH 7H AS QC 9S JS JC"}');
INSERT INTO "events" VALUES('device',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('device',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "close"}');
INSERT INTO "events" VALUES('device',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:00:28.000+00:00", "seat": 1, "action": "TSx7S"}');
INSERT INTO "events" VALUES('device',18,NULL,'{"type": "action", "seq": 18, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('device',19,NULL,'{"type": "round", "seq": 19, "at": "2026-11-22T12:00:28.000+00:00", "dealer": 0, "pack": "8S QC 8H JH TC 9S QS 9H 8C 8D AC JS 7D JD 9D 7C KC 7S QH JC AS KH 7H AH AD TD KS TS KD 9C TH QD"}');
INSERT INTO "events" VALUES('device',20,NULL,'{"type": "action", "seq": 20, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "keep"}');
INSERT INTO "events" VALUES('device',21,NULL,'{"type": "action", "seq": 21, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "8Hx9H"}');
INSERT INTO "events" VALUES('device',22,NULL,'{"type": "action", "seq": 22, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "all!"}');
INSERT INTO "events" VALUES('device',23,NULL,'{"type": "action", "seq": 23, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "9HxJH"}');
INSERT INTO "events" VALUES('device',24,NULL,'{"type": "round", "seq": 24, "at": "2026-11-22T12:00:28.000+00:00", "dealer": 2, "pack": "8D TC JH QS JD AC JC QC QH AD TS 9H 7C QD 8C AH JS 7S 7H KD AS 8H KH KC 8S TD 7D KS 9S TH 9D 9C"}');
INSERT INTO "events" VALUES('device',25,NULL,'{"type": "action", "seq": 25, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('device',26,NULL,'{"type": "action", "seq": 26, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "pass"}');
INSERT INTO "events" VALUES('device',27,NULL,'{"type": "action", "seq": 27, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('device',28,NULL,'{"type": "action", "seq": 28, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "TCxJC"}');
INSERT INTO "events" VALUES('device',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T12:00:28.000+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('device',30,NULL,'{"type": "action", "seq": 30, "at": "2026-11-22T12:00:28.000+00:00", "seat": 0, "action": "JHxQH"}');
INSERT INTO "events" VALUES('alone-running',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "player": "id-0"}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "dealer": 1}');
INSERT INTO "events" VALUES('alone-running',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "7H JC 9C 7D AH 9D KS QH TD JD QS 7S KC KD JS QD 8S 9S QC TC AD 8D 8H AS 8C AC 9H KH TS JH TH 7C"}');
INSERT INTO "events" VALUES('alone-running',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('alone-running',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('alone-running',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "action": "close", "client_id": "c3"}');
INSERT INTO "events" VALUES('alone-running',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('alone-running',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('alone-running',8,NULL,'{"type": "round", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "dealer": 2, "pack": "JD 9D QH AS KH QC AD KD 9S 9H TS JH JC TC QS QD TH 8C TD 8S 7C AC KC 9C 8D 7S 7D JS 7H KS AH 8H", "seat": 0}');
INSERT INTO "events" VALUES('alone-running',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:07.000+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('alone-between',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Flo", "player": "id-0"}, {"name": "Karl", "level": "club"}], "dealer": 1}');
INSERT INTO "events" VALUES('alone-between',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "TS 8C AD JH 7S 9C JS 8H KC TC AC 8D 7D 9H JC AS 7H QC TD 9S TH QS KH KD 9D QD 8S 7C JD AH KS QH"}');
INSERT INTO "events" VALUES('alone-between',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('alone-between',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 0, "action": "pass"}');
INSERT INTO "events" VALUES('alone-between',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 1, "action": "all!"}');
INSERT INTO "events" VALUES('alone-between',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 0, "action": "ADxJS"}');
INSERT INTO "events" VALUES('t',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"lives": 1, "special": "none"}, "settings": {"seats": 3, "bots": "beginner", "visibility": "open"}, "table": "t"}');
INSERT INTO "events" VALUES('t',2,NULL,'{"type": "joined", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "seat": 0, "name": "Anna", "player": "id-0"}');
INSERT INTO "events" VALUES('t',3,NULL,'{"type": "joined", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "name": "Bo", "player": "id-1", "client_id": "c1"}');
INSERT INTO "events" VALUES('t',4,NULL,'{"type": "started", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Bo", "player": "id-1"}, {"name": "Max", "level": "beginner", "character": "aces"}], "seat": 0, "seed": "2acf34a7ba68cc085d06e09ab6e6b62511cabb59b74f465dc8c615dbeac97d89", "stand_in": "casual"}');
INSERT INTO "events" VALUES('t',5,NULL,'{"type": "committed", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "server": "411b9dcb4166074262dee9971d52383ee6522b281becc7c0a65d6ffb3e134ba4", "commitment": "922c615365c51ebdfa270fe21a4dd898c67248988c8a204ce26c21f07d7a1fdb", "client_id": "c3"}');
INSERT INTO "events" VALUES('t',6,NULL,'{"type": "committed", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "server": "411b9dcb4166074262dee9971d52383ee6522b281becc7c0a65d6ffb3e134ba4", "commitment": "ecac4b14bf46e5a032b3d5d5a590920b19ab91a7dc375c421bee0ff917a8ee89"}');
INSERT INTO "events" VALUES('t',7,NULL,'{"type": "revealed", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "seat": 0, "seed": "0101010101010101010101010101010101010101010101010101010101010101", "client_id": "c5"}');
INSERT INTO "events" VALUES('t',8,NULL,'{"type": "revealed", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "seat": 1, "seed": "0202020202020202020202020202020202020202020202020202020202020202"}');
INSERT INTO "events" VALUES('t',9,NULL,'{"type": "round", "seq": 9, "at": "2026-11-22T12:00:06.000+00:00", "dealer": 0, "pack": "8C 9C KS 7C KH 8S QD AS JD AC KD AH 9H TC 7H 7D 7S TH KC 8H 9D JH TS AD 8D QC JC QS 9S TD JS QH"}');
INSERT INTO "events" VALUES('t',10,'0/c7','{"type": "action", "seq": 10, "at": "2026-11-22T12:00:07.000+00:00", "seat": 0, "action": "take", "client_id": "c7", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T12:00:08.000+00:00", "seat": 1, "action": "pass", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T12:00:09.000+00:00", "seat": 2, "action": "8SxQD", "acted_by": "bot"}');
INSERT INTO "events" VALUES('t',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T12:00:10.000+00:00", "seat": 0, "action": "close", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',14,'1/c11','{"type": "action", "seq": 14, "at": "2026-11-22T12:00:11.000+00:00", "seat": 1, "action": "all", "client_id": "c11", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T12:00:12.000+00:00", "seat": 2, "action": "pass", "acted_by": "bot"}');
INSERT INTO "events" VALUES('t',16,NULL,'{"type": "round", "seq": 16, "at": "2026-11-22T12:01:12.000+00:00", "dealer": 1, "pack": "JS TD QD TS 9H QH 7H KH 9C 8H 9D QS AC 8S TH 8D 7S QC JC 7D JD TC KC 9S KD AH AS KS 8C AD 7C JH"}');
INSERT INTO "events" VALUES('t',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:01:13.000+00:00", "seat": 1, "action": "keep", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',18,NULL,'{"type": "action", "seq": 18, "at": "2026-11-22T12:01:14.000+00:00", "seat": 2, "action": "pass", "acted_by": "bot"}');
INSERT INTO "events" VALUES('t',19,NULL,'{"type": "action", "seq": 19, "at": "2026-11-22T12:01:15.000+00:00", "seat": 0, "action": "close", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',20,'1/c17','{"type": "action", "seq": 20, "at": "2026-11-22T12:01:16.000+00:00", "seat": 1, "action": "9Cx8H", "client_id": "c17", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',21,NULL,'{"type": "action", "seq": 21, "at": "2026-11-22T12:01:17.000+00:00", "seat": 2, "action": "all", "acted_by": "bot"}');
INSERT INTO "events" VALUES('t',22,NULL,'{"type": "round", "seq": 22, "at": "2026-11-22T12:02:17.000+00:00", "dealer": 0, "pack": "TD JD TC 7D JC KD 9D 9H TS TH 7C QS JH JS AC 8D 8C AS QH 8S AH 9C KH 8H 7S QC QD 9S 7H KC AD KS"}');
INSERT INTO "events" VALUES('t',23,NULL,'{"type": "action", "seq": 23, "at": "2026-11-22T12:02:18.000+00:00", "seat": 0, "action": "take", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',24,'1/c21','{"type": "action", "seq": 24, "at": "2026-11-22T12:02:19.000+00:00", "seat": 1, "action": "all", "client_id": "c21", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',25,NULL,'{"type": "action", "seq": 25, "at": "2026-11-22T12:02:20.000+00:00", "seat": 0, "action": "all", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',26,'1/c23','{"type": "action", "seq": 26, "at": "2026-11-22T12:02:21.000+00:00", "seat": 1, "action": "close", "client_id": "c23", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',27,NULL,'{"type": "action", "seq": 27, "at": "2026-11-22T12:02:22.000+00:00", "seat": 0, "action": "pass", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',28,NULL,'{"type": "round", "seq": 28, "at": "2026-11-22T12:03:22.000+00:00", "dealer": 1, "pack": "QD KH KC JC 7H JH QS KD 9S 9C TS QC AH KS TC 9H QH AD 7D 8S TD 8C 8H AC 9D TH JD 7S AS 7C JS 8D"}');
INSERT INTO "events" VALUES('t',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T12:03:23.000+00:00", "seat": 1, "action": "take", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',30,'0/c27','{"type": "action", "seq": 30, "at": "2026-11-22T12:03:24.000+00:00", "seat": 0, "action": "pass", "client_id": "c27", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',31,NULL,'{"type": "action", "seq": 31, "at": "2026-11-22T12:03:25.000+00:00", "seat": 1, "action": "all", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',32,'0/c29','{"type": "action", "seq": 32, "at": "2026-11-22T12:03:26.000+00:00", "seat": 0, "action": "pass", "client_id": "c29", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',33,NULL,'{"type": "action", "seq": 33, "at": "2026-11-22T12:03:27.000+00:00", "seat": 1, "action": "pass", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',34,'0/c31','{"type": "action", "seq": 34, "at": "2026-11-22T12:03:28.000+00:00", "seat": 0, "action": "close", "client_id": "c31", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',35,NULL,'{"type": "action", "seq": 35, "at": "2026-11-22T12:03:29.000+00:00", "seat": 1, "action": "JHxTS", "acted_by": "person"}');
INSERT INTO "events" VALUES('t',36,NULL,'{"type": "rematch", "seq": 36, "at": "2026-11-22T12:03:30.000+00:00", "seat": 1, "table": "t2", "client_id": "c33"}');
INSERT INTO "events" VALUES('t2',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:03:29.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"lives": 1, "special": "none"}, "settings": {"seats": 3, "bots": "beginner", "visibility": "open"}, "invited": [{"seat": 0, "name": "Anna", "player": "id-0"}], "earlier": "t", "evening": [{"player": "id-0", "name": "Anna", "matches": 1, "wins": 1, "lives_lost": 1}, {"player": "id-1", "name": "Bo", "matches": 1, "wins": 0, "lives_lost": 2}], "table": "t2"}');
INSERT INTO "events" VALUES('t2',2,NULL,'{"type": "joined", "seq": 2, "at": "2026-11-22T12:03:29.000+00:00", "seat": 1, "name": "Bo", "player": "id-1"}');
INSERT INTO "events" VALUES('forgotten',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "settings": {"seats": 3}}');
INSERT INTO "events" VALUES('forgotten',2,NULL,'{"type": "joined", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "seat": 0, "name": "Anna", "player": "id-0"}');
INSERT INTO "events" VALUES('forgotten',3,NULL,'{"type": "joined", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "name": "Player 2", "player": "nobody.1", "client_id": "c1"}');
INSERT INTO "events" VALUES('forgotten',4,NULL,'{"type": "joined", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "name": "Cleo", "player": "id-2"}');
INSERT INTO "events" VALUES('forgotten',5,NULL,'{"type": "started", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Player 2"}, {"name": "Cleo", "player": "id-2"}], "seat": 0, "stand_in": "casual", "client_id": "c3"}');
INSERT INTO "events" VALUES('forgotten',6,NULL,'{"type": "round", "seq": 6, "at": "2026-11-22T12:00:03.000+00:00", "dealer": 1, "pack": "AD 9D 9S QS 7H KC 7D TH 8C KD 8H JS JH AS KH TC TD AH QD AC QH TS 7C KS 7S JD 9H JC 8D 8S 9C QC"}');
INSERT INTO "events" VALUES('forgotten',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "take", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',8,'2/c5','{"type": "action", "seq": 8, "at": "2026-11-22T12:00:05.000+00:00", "seat": 2, "action": "all", "client_id": "c5", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:06.000+00:00", "seat": 0, "action": "all", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',10,'1/c7','{"type": "action", "seq": 10, "at": "2026-11-22T12:00:07.000+00:00", "seat": 1, "action": "close", "client_id": "c7", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T12:00:08.000+00:00", "seat": 2, "action": "all", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',12,'0/c9','{"type": "action", "seq": 12, "at": "2026-11-22T12:00:09.000+00:00", "seat": 0, "action": "all", "client_id": "c9", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',13,NULL,'{"type": "round", "seq": 13, "at": "2026-11-22T12:01:09.000+00:00", "dealer": 2, "pack": "9C 8D QS 7S KC JS 9H 8S AS JD KD QH JH TD 7C AD QC TS JC QD KS 9S 9D TH 8H AC KH AH 8C 7H TC 7D"}');
INSERT INTO "events" VALUES('forgotten',14,'2/c11','{"type": "action", "seq": 14, "at": "2026-11-22T12:01:10.000+00:00", "seat": 2, "action": "take", "client_id": "c11", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T12:01:11.000+00:00", "seat": 0, "action": "pass", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',16,'1/c13','{"type": "action", "seq": 16, "at": "2026-11-22T12:01:12.000+00:00", "seat": 1, "action": "all", "client_id": "c13", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T12:01:13.000+00:00", "seat": 2, "action": "QHxJS", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',18,'0/c15','{"type": "action", "seq": 18, "at": "2026-11-22T12:01:14.000+00:00", "seat": 0, "action": "close", "client_id": "c15", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',19,NULL,'{"type": "action", "seq": 19, "at": "2026-11-22T12:01:15.000+00:00", "seat": 1, "action": "all", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',20,'2/c17','{"type": "action", "seq": 20, "at": "2026-11-22T12:01:16.000+00:00", "seat": 2, "action": "pass", "client_id": "c17", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',21,NULL,'{"type": "round", "seq": 21, "at": "2026-11-22T12:02:16.000+00:00", "dealer": 1, "pack": "JC AD TC 8C QS 7D JS QD 7S 8D 9S 7H TS KD QC 9C 9D JD KS AH AS TH 8H AC TD JH 8S KC KH 7C 9H QH"}');
INSERT INTO "events" VALUES('forgotten',22,'1/c19','{"type": "action", "seq": 22, "at": "2026-11-22T12:02:17.000+00:00", "seat": 1, "action": "keep", "client_id": "c19", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',23,NULL,'{"type": "action", "seq": 23, "at": "2026-11-22T12:02:18.000+00:00", "seat": 2, "action": "close", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',24,'1/c21','{"type": "action", "seq": 24, "at": "2026-11-22T12:02:19.000+00:00", "seat": 1, "action": "all", "client_id": "c21", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',25,NULL,'{"type": "round", "seq": 25, "at": "2026-11-22T12:03:19.000+00:00", "dealer": 2, "pack": "9C 7H AH TS QC QD TH 7D QH 9H AS 9S 7C TC KD QS 8D 8S 9D 8H AC AD JH JS KS 7S KC KH TD JC JD 8C"}');
INSERT INTO "events" VALUES('forgotten',26,'2/c23','{"type": "action", "seq": 26, "at": "2026-11-22T12:03:20.000+00:00", "seat": 2, "action": "keep", "client_id": "c23", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',27,NULL,'{"type": "action", "seq": 27, "at": "2026-11-22T12:03:21.000+00:00", "seat": 1, "action": "7Hx7D", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',28,'2/c25','{"type": "action", "seq": 28, "at": "2026-11-22T12:03:22.000+00:00", "seat": 2, "action": "all", "client_id": "c25", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T12:03:23.000+00:00", "seat": 1, "action": "all", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',30,'2/c27','{"type": "action", "seq": 30, "at": "2026-11-22T12:03:24.000+00:00", "seat": 2, "action": "all", "client_id": "c27", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',31,NULL,'{"type": "action", "seq": 31, "at": "2026-11-22T12:03:25.000+00:00", "seat": 1, "action": "all", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',32,'2/c29','{"type": "action", "seq": 32, "at": "2026-11-22T12:03:26.000+00:00", "seat": 2, "action": "all", "client_id": "c29", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',33,NULL,'{"type": "action", "seq": 33, "at": "2026-11-22T12:03:27.000+00:00", "seat": 1, "action": "7Hx9C", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',34,'2/c31','{"type": "action", "seq": 34, "at": "2026-11-22T12:03:28.000+00:00", "seat": 2, "action": "pass", "client_id": "c31", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',35,NULL,'{"type": "action", "seq": 35, "at": "2026-11-22T12:03:29.000+00:00", "seat": 1, "action": "QHx7D", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',36,'2/c33','{"type": "action", "seq": 36, "at": "2026-11-22T12:03:30.000+00:00", "seat": 2, "action": "TSxAH", "client_id": "c33", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',37,NULL,'{"type": "action", "seq": 37, "at": "2026-11-22T12:03:31.000+00:00", "seat": 1, "action": "close", "acted_by": "person"}');
INSERT INTO "events" VALUES('forgotten',38,'2/c35','{"type": "action", "seq": 38, "at": "2026-11-22T12:03:32.000+00:00", "seat": 2, "action": "pass", "client_id": "c35", "acted_by": "person"}');
INSERT INTO "events" VALUES('clocked',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"special": "none"}, "settings": {"seats": 4, "bots": "random", "visibility": "open", "clock": {"move": 86400}}}');
INSERT INTO "events" VALUES('clocked',2,NULL,'{"type": "joined", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "seat": 0, "name": "Anna", "player": "id-0"}');
INSERT INTO "events" VALUES('clocked',3,NULL,'{"type": "joined", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 1, "name": "Bo", "player": "id-1", "face": "Theo-dusk-rust", "client_id": "c1"}');
INSERT INTO "events" VALUES('clocked',4,NULL,'{"type": "joined", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "name": "Robot", "player": "bot.one"}');
INSERT INTO "events" VALUES('clocked',5,NULL,'{"type": "started", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Bo", "player": "id-1", "face": "Theo-dusk-rust"}, {"name": "Robot", "player": "bot.one"}, {"name": "Berta", "level": "random"}], "seat": 0, "stand_in": "casual", "client_id": "c3"}');
INSERT INTO "events" VALUES('clocked',6,NULL,'{"type": "round", "seq": 6, "at": "2026-11-22T12:00:03.000+00:00", "dealer": 1, "pack": "QD 9H KS AD 7D 9D TC JS QH TS KD TD JD 8H AS 8S 9S AH AC TH 8C 9C JH QC 8D QS JC 7S 7H KH KC 7C"}');
INSERT INTO "events" VALUES('clocked',7,NULL,'{"type": "resumed", "seq": 7, "at": "2026-11-22T12:10:03.000+00:00", "alive": "2026-11-22T12:00:03.000+00:00"}');
INSERT INTO "events" VALUES('clocked',8,NULL,'{"type": "away", "seq": 8, "at": "2026-11-22T12:10:04.000+00:00", "seat": 2, "reason": "host", "requested_by": 0, "client_id": "c5"}');
INSERT INTO "events" VALUES('clocked',9,NULL,'{"type": "away", "seq": 9, "at": "2026-11-22T12:10:05.000+00:00", "seat": 1, "reason": "left"}');
INSERT INTO "events" VALUES('clocked',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T12:10:06.000+00:00", "seat": 1, "action": "take", "acted_by": "bot"}');
INSERT INTO "events" VALUES('clocked',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T12:10:07.000+00:00", "seat": 2, "action": "pass", "acted_by": "bot"}');
INSERT INTO "events" VALUES('clocked',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T12:10:08.000+00:00", "seat": 3, "action": "all", "acted_by": "bot"}');
INSERT INTO "events" VALUES('of-other-rules',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "0", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "player": "id-0"}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "dealer": 1}');
INSERT INTO "events" VALUES('of-other-rules',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "7H JC 9C 7D AH 9D KS QH TD JD QS 7S KC KD JS QD 8S 9S QC TC AD 8D 8H AS 8C AC 9H KH TS JH TH 7C"}');
INSERT INTO "events" VALUES('of-other-rules',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('of-other-rules',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('of-other-rules',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "action": "close", "client_id": "c3"}');
INSERT INTO "events" VALUES('of-other-rules',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('of-other-rules',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('of-other-rules',8,NULL,'{"type": "round", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "dealer": 2, "pack": "JD 9D QH AS KH QC AD KD 9S 9H TS JH JC TC QS QD TH 8C TD 8S 7C AC KC 9C 8D 7S 7D JS 7H KS AH 8H", "seat": 0}');
INSERT INTO "events" VALUES('of-other-rules',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:07.000+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('damaged',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T12:00:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "player": "id-0"}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "dealer": 1}');
INSERT INTO "events" VALUES('damaged',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T12:00:00.000+00:00", "dealer": 1, "pack": "7H JC 9C 7D AH 9D KS QH TD JD QS 7S KC KD JS QD 8S 9S QC TC AD 8D 8H AS 8C AC 9H KH TS JH TH 7C"}');
INSERT INTO "events" VALUES('damaged',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T12:00:01.000+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('damaged',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T12:00:02.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('damaged',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T12:00:03.000+00:00", "seat": 0, "action": "close", "client_id": "c3"}');
INSERT INTO "events" VALUES('damaged',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T12:00:04.000+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('damaged',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T12:00:05.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('damaged',8,NULL,'{"type": "round", "seq": 8, "at": "2026-11-22T12:00:06.000+00:00", "dealer": 2, "pack": "JD 9D QH AS KH QC AD KD 9S 9H TS JH JC TC QS QD TH 8C TD 8S 7C AC KC 9C 8D 7S 7D JS 7H KS AH 8H", "seat": 0}');
INSERT INTO "events" VALUES('damaged',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T12:00:07.000+00:00", "seat": 2, "action": "keep"}');
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
CREATE TABLE progress (
	player_id VARCHAR(64) NOT NULL, 
	sequence VARCHAR(48) NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_progress PRIMARY KEY (player_id, sequence)
);
INSERT INTO "progress" VALUES('id-0','choy/*','{"last":["2026-11-22T12:00:00.000+00:00","alone-choy",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["choy"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','choy/3','{"last":["2026-11-22T12:00:00.000+00:00","alone-choy",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["choy"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','dutch/*','{"last":["2026-11-22T12:00:00.000+00:00","alone-dutch",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["dutch"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','dutch/3','{"last":["2026-11-22T12:00:00.000+00:00","alone-dutch",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["dutch"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','pagat/*','{"last":["2026-11-22T12:00:00.000+00:00","device",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','pagat/3','{"last":["2026-11-22T12:00:00.000+00:00","device",0],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":1},"earned":{},"games":["pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','*/*','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":6,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":3},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":["choy","dutch","pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','*/3','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":6,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":3},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":["choy","dutch","pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','on server','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":5,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":3},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":["choy","dutch","pagat"],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','own/*','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-0','own/3','{"last":["2026-11-22T12:00:00.000+00:00","t",0],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":2,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:29.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','*/*','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','*/3','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','on server','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','own/*','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-1','own/3','{"last":["2026-11-22T12:00:00.000+00:00","t",1],"progress":{"wins":0,"longest":0,"counts":{"first_win":0,"thirty_matches":1,"unscathed":0,"fire":0,"survivor":0,"five_in_a_row":0,"all_games":0},"earned":{},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','*/*','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','*/3','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','on server','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','own/*','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
INSERT INTO "progress" VALUES('id-2','own/3','{"last":["2026-11-22T12:00:00.000+00:00","forgotten",2],"progress":{"wins":1,"longest":1,"counts":{"first_win":1,"thirty_matches":1,"unscathed":1,"fire":0,"survivor":0,"five_in_a_row":1,"all_games":0},"earned":{"first_win":"2026-11-22T12:03:32.000+00:00","unscathed":"2026-11-22T12:03:32.000+00:00"},"games":[],"swim":null,"fires":null}}');
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
	steady_since VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_servers PRIMARY KEY (name)
);
INSERT INTO "servers" VALUES('gone','0.1.0','2026-11-22T12:30:00.000+00:00','2026-11-22T12:30:00.000+00:00');
CREATE TABLE settings (
	name VARCHAR(32) NOT NULL, 
	value VARCHAR(256) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('facts_version','1');
INSERT INTO "settings" VALUES('secret','5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	summary JSON NOT NULL, 
	listed VARCHAR(16), 
	due VARCHAR(32), 
	seen VARCHAR(32), 
	quick VARCHAR(64), 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('alone-pagat','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Anna", "level": null}, {"name": "Karl", "level": "master"}, {"name": "Emma", "level": "random"}], "over": true, "closed": false, "round": 5, "abandoned": false}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('alone-dutch','2026-11-22T12:00:00.000+00:00','{"preset": "dutch", "options": {"lives": 1}, "seats": [{"name": "Bo", "level": null}, {"name": "Karl", "level": "random"}, {"name": "Emma", "level": "greedy"}], "over": true, "closed": false, "round": 3, "abandoned": false}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('alone-choy','2026-11-22T12:00:00.000+00:00','{"preset": "choy", "options": {"rounds": 2}, "seats": [{"name": "Cleo", "level": null}, {"name": "Karl", "level": "greedy"}, {"name": "Emma", "level": "beginner"}], "over": true, "closed": false, "round": 2, "abandoned": false}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('device','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Dora", "level": null}, {"name": "Karl", "level": "beginner"}, {"name": "Emma", "level": "casual"}], "over": true, "closed": false, "round": 4, "abandoned": false, "device": true, "hints": 0}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('alone-running','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "level": null}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "over": false, "closed": false, "round": 2, "abandoned": false, "lives": [1, 0, 1]}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('alone-between','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Flo", "level": null}, {"name": "Karl", "level": "club"}], "over": false, "closed": false, "round": 1, "abandoned": false, "lives": [3, 2]}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('t','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Bo", "level": null}, {"name": "Max", "level": "beginner"}], "over": true, "closed": false, "round": 4, "abandoned": false, "phase": "over", "settings": {"seats": 3, "bots": "beginner", "fill": true, "visibility": "open", "spectators": true, "chat": true, "spectator_chat": false, "clock": null, "patience": null}, "host": "Anna", "kept": 0, "forfeited": []}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('t2','2026-11-22T12:03:29.000+00:00','{"preset": "pagat", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Bo", "level": null}], "over": false, "closed": false, "round": 0, "abandoned": false, "phase": "gathering", "settings": {"seats": 3, "bots": "beginner", "fill": true, "visibility": "open", "spectators": true, "chat": true, "spectator_chat": false, "clock": null, "patience": null}, "host": "Bo", "kept": 1}','gathering',NULL,NULL,NULL);
INSERT INTO "tables" VALUES('forgotten','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Player 2", "level": null}, {"name": "Cleo", "level": null}], "over": true, "closed": false, "round": 4, "abandoned": false, "phase": "over", "settings": {"seats": 3, "bots": "casual", "fill": true, "visibility": "link", "spectators": true, "chat": true, "spectator_chat": false, "clock": null, "patience": null}, "host": "Anna", "kept": 0, "forfeited": []}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('clocked','2026-11-22T12:00:00.000+00:00','{"preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Bo", "level": null, "face": "Theo-dusk-rust"}, {"name": "Robot", "level": null}, {"name": "Berta", "level": "random"}], "over": false, "closed": false, "round": 1, "abandoned": false, "lives": [3, 3, 3, 3], "phase": "playing", "settings": {"seats": 4, "bots": "random", "fill": true, "visibility": "open", "spectators": true, "chat": true, "spectator_chat": false, "clock": {"move": 86400, "reserve": 0}, "patience": null}, "host": "Anna", "kept": 0}','playing','2026-11-23T12:10:08.000+00:00',NULL,NULL);
INSERT INTO "tables" VALUES('of-other-rules','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "level": null}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "over": false, "closed": false, "round": 1, "abandoned": false}',NULL,'2026-11-22T12:00:07.000+00:00',NULL,NULL);
INSERT INTO "tables" VALUES('damaged','2026-11-22T12:00:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Ede", "level": null}, {"name": "Karl", "level": "casual"}, {"name": "Emma", "level": "club"}], "over": false, "closed": false, "round": 1, "abandoned": false}',NULL,'2026-11-22T12:00:07.000+00:00',NULL,NULL);
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
COMMIT;
