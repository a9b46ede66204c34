PRAGMA application_id=1399023735;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	client_id VARCHAR(80), 
	body JSON NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT uq_events_client_id UNIQUE (table_id, client_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('over-pagat',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:00:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 1}');
INSERT INTO "events" VALUES('over-pagat',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:00:00.000+00:00", "dealer": 1, "pack": "7C TH 8H 7H QS AC 9C 8D 9S QC 8S 9D JH 7D KH JC 9H AD TC TD 8C QH JS JD KS KD TS 7S AH AS KC QD"}');
INSERT INTO "events" VALUES('over-pagat',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T09:00:01.300+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('over-pagat',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T09:00:02.600+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-pagat',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T09:00:03.900+00:00", "seat": 0, "action": "pass", "client_id": "c3"}');
INSERT INTO "events" VALUES('over-pagat',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T09:00:05.200+00:00", "seat": 1, "action": "9Dx8D"}');
INSERT INTO "events" VALUES('over-pagat',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T09:00:06.500+00:00", "dealer": 2, "pack": "7D AD 9C 9D AS TC 8C QD QH 8S KS JC 8D 9S JS TD 7C QS 7S JH JD TH 9H 8H TS 7H QC AC KH KD KC AH", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('over-pagat',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:00:07.800+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('over-pagat',9,'0/c7','{"type": "action", "seq": 9, "at": "2026-11-22T09:00:09.100+00:00", "seat": 0, "action": "close", "client_id": "c7"}');
INSERT INTO "events" VALUES('over-pagat',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T09:00:10.400+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-pagat',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T09:00:11.700+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-pagat',12,'0/d10','{"type": "round", "seq": 12, "at": "2026-11-22T09:00:13.000+00:00", "dealer": 0, "pack": "JC AD 7S JS AS AH 9H KC 8H TC TH JD AC 7H 7D 8C 9C 9D 7C QD QS TS TD QC 8S KS QH KH JH KD 8D 9S", "seat": 0, "client_id": "d10"}');
INSERT INTO "events" VALUES('over-pagat',13,'0/c11','{"type": "action", "seq": 13, "at": "2026-11-22T09:00:14.300+00:00", "seat": 0, "action": "take", "client_id": "c11"}');
INSERT INTO "events" VALUES('over-pagat',14,NULL,'{"type": "action", "seq": 14, "at": "2026-11-22T09:00:15.600+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-pagat',15,'0/c13','{"type": "action", "seq": 15, "at": "2026-11-22T09:00:16.900+00:00", "seat": 0, "action": "all!", "client_id": "c13"}');
INSERT INTO "events" VALUES('over-pagat',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T09:00:18.200+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-pagat',17,'0/d15','{"type": "round", "seq": 17, "at": "2026-11-22T09:00:19.500+00:00", "dealer": 2, "pack": "KH 9S AS TS AH 7D JD KS AD 9C 9D 8S KC TC QD AC 7C 8C 7H QH 8D JC JH QS QC JS KD 8H TH 9H 7S TD", "seat": 0, "client_id": "d15"}');
INSERT INTO "events" VALUES('over-pagat',18,NULL,'{"type": "action", "seq": 18, "at": "2026-11-22T09:00:20.800+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('over-pagat',19,'0/c17','{"type": "action", "seq": 19, "at": "2026-11-22T09:00:22.100+00:00", "seat": 0, "action": "all", "client_id": "c17"}');
INSERT INTO "events" VALUES('over-pagat',20,NULL,'{"type": "action", "seq": 20, "at": "2026-11-22T09:00:23.400+00:00", "seat": 2, "action": "all!"}');
INSERT INTO "events" VALUES('over-pagat',21,'0/c19','{"type": "action", "seq": 21, "at": "2026-11-22T09:00:24.700+00:00", "seat": 0, "action": "KSxAH", "client_id": "c19"}');
INSERT INTO "events" VALUES('over-dutch',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:01:00.000+00:00", "rules_version": "1", "preset": "dutch", "options": {"lives": 1}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "dealer": 0}');
INSERT INTO "events" VALUES('over-dutch',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:01:00.000+00:00", "dealer": 0, "pack": "QC KH QS 8D JD 8H 7C AH 9C KC KS 9H QH JS 7D QD JH 9S 7H AC KD 9D 8C TS TH TD 8S AD 7S JC AS TC"}');
INSERT INTO "events" VALUES('over-dutch',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T09:01:01.300+00:00", "seat": 0, "action": "take", "client_id": "c1"}');
INSERT INTO "events" VALUES('over-dutch',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T09:01:02.600+00:00", "seat": 1, "action": "QSx9C"}');
INSERT INTO "events" VALUES('over-dutch',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:01:03.900+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-dutch',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T09:01:05.200+00:00", "seat": 0, "action": "KSx7C", "client_id": "c4"}');
INSERT INTO "events" VALUES('over-dutch',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T09:01:06.500+00:00", "seat": 1, "action": "close"}');
INSERT INTO "events" VALUES('over-dutch',8,'0/c6','{"type": "action", "seq": 8, "at": "2026-11-22T09:01:07.800+00:00", "seat": 0, "action": "7CxKS", "client_id": "c6"}');
INSERT INTO "events" VALUES('over-dutch',9,'0/d7','{"type": "round", "seq": 9, "at": "2026-11-22T09:01:09.100+00:00", "dealer": 1, "pack": "TS QH QC KD JH 8H KC JS TD 7S AS 7C 9H 8S TC 8C JD AH QS 7H 7D AD 9C JC TH KH QD 9S AC KS 8D 9D", "seat": 0, "client_id": "d7"}');
INSERT INTO "events" VALUES('over-dutch',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T09:01:10.400+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('over-dutch',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T09:01:11.700+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-dutch',12,'0/c10','{"type": "action", "seq": 12, "at": "2026-11-22T09:01:13.000+00:00", "seat": 0, "action": "KDxQH", "client_id": "c10"}');
INSERT INTO "events" VALUES('over-dutch',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T09:01:14.300+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-dutch',14,'0/c12','{"type": "action", "seq": 14, "at": "2026-11-22T09:01:15.600+00:00", "seat": 0, "action": "8Hx7C", "client_id": "c12"}');
INSERT INTO "events" VALUES('over-choy',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:02:00.000+00:00", "rules_version": "1", "preset": "choy", "options": {"rounds": 2}, "seats": [{"name": "Anna B.", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 0}');
INSERT INTO "events" VALUES('over-choy',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:02:00.000+00:00", "dealer": 0, "pack": "QS JH 5C 6S TC 8C JC AH 5S 3S 6C 6H 4H 9S KD TH 8D 7C 7S 9H 3D 9D 7D 2C QD KS 3C AC AD KC 7H TS 5H QH 4D 8H 2S KH 5D 3H QC TD AS 2H JS 8S JD 6D 4C 4S 2D 9C"}');
INSERT INTO "events" VALUES('over-choy',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T09:02:01.300+00:00", "seat": 1, "action": "JHx4H"}');
INSERT INTO "events" VALUES('over-choy',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T09:02:02.600+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-choy',5,'0/d3','{"type": "round", "seq": 5, "at": "2026-11-22T09:02:03.900+00:00", "dealer": 1, "pack": "TC QC QH 8C 5D AC 2C 4C KC 4S KH 2S 7C JC 3C 6S AS 9S 3D 9D JS 6H 5C 7D 3S 6C 8S 9C TH 3H AH 7S KS TD 2H 5H 4H KD AD 4D 5S JD 8H 2D TS 9H QS 7H QD JH 6D 8D", "seat": 0, "client_id": "d3"}');
INSERT INTO "events" VALUES('over-choy',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T09:02:05.200+00:00", "seat": 0, "action": "4Cx6S", "client_id": "c4"}');
INSERT INTO "events" VALUES('over-choy',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T09:02:06.500+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-choy',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:02:07.800+00:00", "seat": 2, "action": "TCxKH"}');
INSERT INTO "events" VALUES('over-choy',9,'0/c7','{"type": "action", "seq": 9, "at": "2026-11-22T09:02:09.100+00:00", "seat": 0, "action": "close", "client_id": "c7"}');
INSERT INTO "events" VALUES('over-app-a9',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:03:00.000+00:00", "rules_version": "1", "preset": "app-a9", "options": {"lives": 1}, "seats": [{"name": "Bo", "player": "id-1"}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "dealer": 0}');
INSERT INTO "events" VALUES('over-app-a9',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:03:00.000+00:00", "dealer": 0, "pack": "AS TH TD QH KC 9C QD TS JS KH KS AH JC QS JD 9D AC QC JH KD 9S TC 9H AD"}');
INSERT INTO "events" VALUES('over-app-a9',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T09:03:01.300+00:00", "seat": 0, "action": "take", "client_id": "c1"}');
INSERT INTO "events" VALUES('over-app-a9',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T09:03:02.600+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:03:03.900+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T09:03:05.200+00:00", "seat": 0, "action": "all", "client_id": "c4"}');
INSERT INTO "events" VALUES('over-app-a9',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T09:03:06.500+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:03:07.800+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',9,'0/c7','{"type": "action", "seq": 9, "at": "2026-11-22T09:03:09.100+00:00", "seat": 0, "action": "pass", "client_id": "c7"}');
INSERT INTO "events" VALUES('over-app-a9',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T09:03:10.400+00:00", "seat": 1, "action": "JSxQS"}');
INSERT INTO "events" VALUES('over-app-a9',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T09:03:11.700+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',12,'0/c10','{"type": "action", "seq": 12, "at": "2026-11-22T09:03:13.000+00:00", "seat": 0, "action": "pass", "client_id": "c10"}');
INSERT INTO "events" VALUES('over-app-a9',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T09:03:14.300+00:00", "seat": 1, "action": "QDxAS"}');
INSERT INTO "events" VALUES('over-app-a9',14,'0/d12','{"type": "round", "seq": 14, "at": "2026-11-22T09:03:15.600+00:00", "dealer": 1, "pack": "KC JC QS 9H JH AS KD 9D QC TD TC AC TS 9C QH KS JD 9S AD AH TH KH JS QD", "seat": 0, "client_id": "d12"}');
INSERT INTO "events" VALUES('over-app-a9',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T09:03:16.900+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('over-app-a9',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T09:03:18.200+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',17,'0/c15','{"type": "action", "seq": 17, "at": "2026-11-22T09:03:19.500+00:00", "seat": 0, "action": "pass", "client_id": "c15"}');
INSERT INTO "events" VALUES('over-app-a9',18,NULL,'{"type": "action", "seq": 18, "at": "2026-11-22T09:03:20.800+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',19,NULL,'{"type": "action", "seq": 19, "at": "2026-11-22T09:03:22.100+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',20,'0/c18','{"type": "action", "seq": 20, "at": "2026-11-22T09:03:23.400+00:00", "seat": 0, "action": "close", "client_id": "c18"}');
INSERT INTO "events" VALUES('over-app-a9',21,NULL,'{"type": "action", "seq": 21, "at": "2026-11-22T09:03:24.700+00:00", "seat": 1, "action": "QSxQC"}');
INSERT INTO "events" VALUES('over-app-a9',22,NULL,'{"type": "action", "seq": 22, "at": "2026-11-22T09:03:26.000+00:00", "seat": 2, "action": "ACxKD"}');
INSERT INTO "events" VALUES('over-app-a9',23,'0/d21','{"type": "round", "seq": 23, "at": "2026-11-22T09:03:27.300+00:00", "dealer": 2, "pack": "AS 9C JH KH QC JC 9H JD TH JS 9S QD QH TC AC KS QS TS AD AH 9D TD KD KC", "seat": 0, "client_id": "d21"}');
INSERT INTO "events" VALUES('over-app-a9',24,NULL,'{"type": "action", "seq": 24, "at": "2026-11-22T09:03:28.600+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('over-app-a9',25,NULL,'{"type": "action", "seq": 25, "at": "2026-11-22T09:03:29.900+00:00", "seat": 1, "action": "9CxKH"}');
INSERT INTO "events" VALUES('over-app-a9',26,NULL,'{"type": "action", "seq": 26, "at": "2026-11-22T09:03:31.200+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',27,NULL,'{"type": "action", "seq": 27, "at": "2026-11-22T09:03:32.500+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',28,NULL,'{"type": "action", "seq": 28, "at": "2026-11-22T09:03:33.800+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T09:03:35.100+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',30,NULL,'{"type": "action", "seq": 30, "at": "2026-11-22T09:03:36.400+00:00", "seat": 2, "action": "QDxTH"}');
INSERT INTO "events" VALUES('over-app-a9',31,NULL,'{"type": "action", "seq": 31, "at": "2026-11-22T09:03:37.700+00:00", "seat": 1, "action": "JHxJD"}');
INSERT INTO "events" VALUES('over-app-a9',32,NULL,'{"type": "action", "seq": 32, "at": "2026-11-22T09:03:39.000+00:00", "seat": 2, "action": "THxQD"}');
INSERT INTO "events" VALUES('over-app-a9',33,NULL,'{"type": "action", "seq": 33, "at": "2026-11-22T09:03:40.300+00:00", "seat": 1, "action": "ASxJH"}');
INSERT INTO "events" VALUES('over-app-a9',34,NULL,'{"type": "action", "seq": 34, "at": "2026-11-22T09:03:41.600+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',35,NULL,'{"type": "action", "seq": 35, "at": "2026-11-22T09:03:42.900+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',36,NULL,'{"type": "action", "seq": 36, "at": "2026-11-22T09:03:44.200+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-app-a9',37,NULL,'{"type": "action", "seq": 37, "at": "2026-11-22T09:03:45.500+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',38,'0/d36','{"type": "round", "seq": 38, "at": "2026-11-22T09:03:46.800+00:00", "dealer": 1, "pack": "KH JC AD JS AS QC 9H AH QD KS 9D TC 9C TH TS KC AC JH QS KD TD JD 9S QH", "seat": 0, "client_id": "d36"}');
INSERT INTO "events" VALUES('over-app-a9',39,NULL,'{"type": "action", "seq": 39, "at": "2026-11-22T09:03:48.100+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('over-app-a9',40,NULL,'{"type": "action", "seq": 40, "at": "2026-11-22T09:03:49.400+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',41,NULL,'{"type": "action", "seq": 41, "at": "2026-11-22T09:03:50.700+00:00", "seat": 1, "action": "close"}');
INSERT INTO "events" VALUES('over-app-a9',42,NULL,'{"type": "action", "seq": 42, "at": "2026-11-22T09:03:52.000+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-gamerules',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:04:00.000+00:00", "rules_version": "1", "preset": "gamerules", "options": {"lives": 1}, "seats": [{"name": "Player", "player": "id-1"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 0}');
INSERT INTO "events" VALUES('over-gamerules',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:04:00.000+00:00", "dealer": 0, "pack": "TH 9C QS QH 9S 8C 8S JD 9H 9D 8D QD 7D AD 8H AS JS AH 7C KC KS KH TD AC KD QC TC 7S TS 7H JC JH"}');
INSERT INTO "events" VALUES('over-gamerules',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T09:04:01.300+00:00", "seat": 0, "action": "keep", "client_id": "c1"}');
INSERT INTO "events" VALUES('over-gamerules',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T09:04:02.600+00:00", "seat": 1, "action": "THx9D!"}');
INSERT INTO "events" VALUES('over-gamerules',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:04:03.900+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-gamerules',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T09:04:05.200+00:00", "seat": 0, "action": "all", "client_id": "c4"}');
INSERT INTO "events" VALUES('over-gamerules',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T09:04:06.500+00:00", "dealer": 1, "pack": "8S AS QS JH 7S 9C TS TH KC AD JS TC JC 8D 7C TD 9H 8H 9S 8C AH 7H QH KD AC KS 7D JD QD 9D QC KH", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('over-gamerules',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:04:07.800+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('over-gamerules',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T09:04:09.100+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-gamerules',10,'0/c8','{"type": "action", "seq": 10, "at": "2026-11-22T09:04:10.400+00:00", "seat": 0, "action": "all!", "client_id": "c8"}');
INSERT INTO "events" VALUES('over-gamerules',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T09:04:11.700+00:00", "seat": 1, "action": "KCxJH"}');
INSERT INTO "events" VALUES('over-gamerules',12,NULL,'{"type": "action", "seq": 12, "at": "2026-11-22T09:04:13.000+00:00", "seat": 2, "action": "ADxKC"}');
INSERT INTO "events" VALUES('over-gamerules',13,'0/d11','{"type": "round", "seq": 13, "at": "2026-11-22T09:04:14.300+00:00", "dealer": 2, "pack": "8S 9H 7S 9D AD TD QC TS JS TC KD AH 9S AC 8D KS 9C JD QD 7H JH QH AS 7C 8H KC JC QS 8C KH 7D TH", "seat": 0, "client_id": "d11"}');
INSERT INTO "events" VALUES('over-gamerules',14,NULL,'{"type": "action", "seq": 14, "at": "2026-11-22T09:04:15.600+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('over-gamerules',15,'0/c13','{"type": "action", "seq": 15, "at": "2026-11-22T09:04:16.900+00:00", "seat": 0, "action": "pass", "client_id": "c13"}');
INSERT INTO "events" VALUES('over-gamerules',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T09:04:18.200+00:00", "seat": 1, "action": "ADxTC!"}');
INSERT INTO "events" VALUES('over-gamerules',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T09:04:19.500+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-gamerules',18,'0/c16','{"type": "action", "seq": 18, "at": "2026-11-22T09:04:20.800+00:00", "seat": 0, "action": "8SxTS", "client_id": "c16"}');
INSERT INTO "events" VALUES('over-gamerules',19,'0/d17','{"type": "round", "seq": 19, "at": "2026-11-22T09:04:22.100+00:00", "dealer": 1, "pack": "AS 7C KD JD AH 7S TC TS QS 8H QC 7H KH JH 9D TH 7D 9S 8C QD JC 8D KS AD TD 9C 8S KC JS AC QH 9H", "seat": 0, "client_id": "d17"}');
INSERT INTO "events" VALUES('over-gamerules',20,NULL,'{"type": "action", "seq": 20, "at": "2026-11-22T09:04:23.400+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('over-gamerules',21,NULL,'{"type": "action", "seq": 21, "at": "2026-11-22T09:04:24.700+00:00", "seat": 2, "action": "KDxTC"}');
INSERT INTO "events" VALUES('over-gamerules',22,NULL,'{"type": "action", "seq": 22, "at": "2026-11-22T09:04:26.000+00:00", "seat": 1, "action": "JDxQS"}');
INSERT INTO "events" VALUES('over-gamerules',23,NULL,'{"type": "action", "seq": 23, "at": "2026-11-22T09:04:27.300+00:00", "seat": 2, "action": "all!"}');
INSERT INTO "events" VALUES('over-gamerules',24,NULL,'{"type": "action", "seq": 24, "at": "2026-11-22T09:04:28.600+00:00", "seat": 1, "action": "AHx7C"}');
INSERT INTO "events" VALUES('alone-running',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:10:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 2}');
INSERT INTO "events" VALUES('alone-running',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:10:00.000+00:00", "dealer": 2, "pack": "TC 8H TS TD 7H KH JC KD 8D KS JH QD JD 9H JS 7C 7D QS AD AH KC 9C TH AS 9D 8S 8C AC QH 7S 9S QC"}');
INSERT INTO "events" VALUES('alone-running',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T09:10:01.300+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('alone-running',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T09:10:02.600+00:00", "seat": 0, "action": "pass", "client_id": "c2"}');
INSERT INTO "events" VALUES('alone-running',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:10:03.900+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('alone-running',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T09:10:05.200+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('alone-running',7,'0/c5','{"type": "action", "seq": 7, "at": "2026-11-22T09:10:06.500+00:00", "seat": 0, "action": "close", "client_id": "c5"}');
INSERT INTO "events" VALUES('alone-running',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:10:07.800+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-running',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T09:10:09.100+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('alone-running',10,'0/d8','{"type": "round", "seq": 10, "at": "2026-11-22T09:10:10.400+00:00", "dealer": 0, "pack": "8C JD JH AD TS JC TD JS AS KD 9D KS TC 7H AC KC 8H QD 7C 9C AH 8D QH TH QC 7D 9S 8S KH 9H QS 7S", "seat": 0, "client_id": "d8"}');
INSERT INTO "events" VALUES('between',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:11:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "random"}], "dealer": 1}');
INSERT INTO "events" VALUES('between',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:11:00.000+00:00", "dealer": 1, "pack": "9H 9S 7H KC AD TD 8H 7C QD KH AC QS JS TS AS QC TC KS 8D JC KD JH TH 7S 7D 9C 8C QH JD AH 8S 9D"}');
INSERT INTO "events" VALUES('between',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T09:11:01.300+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('between',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T09:11:02.600+00:00", "seat": 0, "action": "all", "client_id": "c2"}');
INSERT INTO "events" VALUES('between',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:11:03.900+00:00", "seat": 1, "action": "all!"}');
INSERT INTO "events" VALUES('between',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T09:11:05.200+00:00", "seat": 0, "action": "8HxTD", "client_id": "c4"}');
INSERT INTO "events" VALUES('bot-to-act',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:12:00.000+00:00", "rules_version": "1", "preset": "choy", "seats": [{"name": "Bo", "player": "id-1"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}, {"name": "Emma", "level": "greedy"}], "dealer": 3}');
INSERT INTO "events" VALUES('bot-to-act',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:12:00.000+00:00", "dealer": 3, "pack": "7S JC 6C KH 3C 3H TC 9C 8S AS 6D AD QS 2S QD 7C 4D 5D 4H 8D 2C 8H 9H JS QC KD AH 9S KC 8C 6H 6S 4C TD QH 7D 9D 5H KS 2H JH 2D TH 4S AC 3S 5C 5S 3D 7H JD TS"}');
INSERT INTO "events" VALUES('bot-to-act',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T09:12:01.300+00:00", "seat": 0, "action": "all", "client_id": "c1"}');
INSERT INTO "events" VALUES('bot-to-act',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T09:12:02.600+00:00", "seat": 1, "action": "renew"}');
INSERT INTO "events" VALUES('bot-to-act',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:12:03.900+00:00", "seat": 1, "action": "3Hx2C"}');
INSERT INTO "events" VALUES('bot-to-act',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T09:12:05.200+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('bot-to-act',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T09:12:06.500+00:00", "seat": 3, "action": "close"}');
INSERT INTO "events" VALUES('bot-to-act',8,'0/d6','{"type": "round", "seq": 8, "at": "2026-11-22T09:12:07.800+00:00", "dealer": 0, "pack": "2H 2D AH KS 2S 4D 9S 6D JH AC 4C 5C KD 7S TC QH 7H 6C 3H 9C TH TS JC 7D 6H 8C 2C 9H AS JD 8D 5H QC KH 5D KC 3C AD 4H 8H QD 3D 6S QS JS 7C 8S TD 3S 9D 4S 5S", "seat": 0, "client_id": "d6"}');
INSERT INTO "events" VALUES('bot-to-act',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T09:12:09.100+00:00", "seat": 3, "action": "renew"}');
INSERT INTO "events" VALUES('bot-to-act',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T09:12:10.400+00:00", "seat": 3, "action": "JHxTH"}');
INSERT INTO "events" VALUES('bot-to-act',11,'0/c9','{"type": "action", "seq": 11, "at": "2026-11-22T09:12:11.700+00:00", "seat": 0, "action": "7SxTS", "client_id": "c9"}');
INSERT INTO "events" VALUES('of-other-rules',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:10:00.000+00:00", "rules_version": "0", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 2}');
INSERT INTO "events" VALUES('of-other-rules',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:10:00.000+00:00", "dealer": 2, "pack": "TC 8H TS TD 7H KH JC KD 8D KS JH QD JD 9H JS 7C 7D QS AD AH KC 9C TH AS 9D 8S 8C AC QH 7S 9S QC"}');
INSERT INTO "events" VALUES('of-other-rules',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T09:10:01.300+00:00", "seat": 0, "action": "take"}');
INSERT INTO "events" VALUES('of-other-rules',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T09:10:02.600+00:00", "seat": 0, "action": "pass", "client_id": "c2"}');
INSERT INTO "events" VALUES('of-other-rules',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:10:03.900+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('of-other-rules',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T09:10:05.200+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('of-other-rules',7,'0/c5','{"type": "action", "seq": 7, "at": "2026-11-22T09:10:06.500+00:00", "seat": 0, "action": "close", "client_id": "c5"}');
INSERT INTO "events" VALUES('of-other-rules',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:10:07.800+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('of-other-rules',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T09:10:09.100+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('of-other-rules',10,'0/d8','{"type": "round", "seq": 10, "at": "2026-11-22T09:10:10.400+00:00", "dealer": 0, "pack": "8C JD JH AD TS JC TD JS AS KD 9D KS TC 7H AC KC 8H QD 7C 9C AH 8D QH TH QC 7D 9S 8S KH 9H QS 7S", "seat": 0, "client_id": "d8"}');
INSERT INTO "events" VALUES('damaged',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:10:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 2}');
INSERT INTO "events" VALUES('damaged',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:10:00.000+00:00", "dealer": 2, "pack": "TC 8H TS TD 7H KH JC KD 8D KS JH QD JD 9H JS 7C 7D QS AD AH KC 9C TH AS 9D 8S 8C AC QH 7S 9S QC"}');
INSERT INTO "events" VALUES('damaged',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T09:10:01.300+00:00", "seat": 0, "action": "take"}');
INSERT INTO "events" VALUES('damaged',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T09:10:02.600+00:00", "seat": 0, "action": "pass", "client_id": "c2"}');
INSERT INTO "events" VALUES('damaged',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:10:03.900+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('damaged',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T09:10:05.200+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('damaged',7,'0/c5','{"type": "action", "seq": 7, "at": "2026-11-22T09:10:06.500+00:00", "seat": 0, "action": "close", "client_id": "c5"}');
INSERT INTO "events" VALUES('damaged',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:10:07.800+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('damaged',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T09:10:09.100+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('damaged',10,'0/d8','{"type": "round", "seq": 10, "at": "2026-11-22T09:10:10.400+00:00", "dealer": 0, "pack": "8C JD JH AD TS JC TD JS AS KD 9D KS TC 7H AC KC 8H QD 7C 9C AH 8D QH TH QC 7D 9S 8S KH 9H QS 7S", "seat": 0, "client_id": "d8"}');
INSERT INTO "events" VALUES('closed',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T09:10:00.000+00:00", "rules_version": "0", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 2}');
INSERT INTO "events" VALUES('closed',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T09:10:00.000+00:00", "dealer": 2, "pack": "TC 8H TS TD 7H KH JC KD 8D KS JH QD JD 9H JS 7C 7D QS AD AH KC 9C TH AS 9D 8S 8C AC QH 7S 9S QC"}');
INSERT INTO "events" VALUES('closed',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T09:10:01.300+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('closed',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T09:10:02.600+00:00", "seat": 0, "action": "pass", "client_id": "c2"}');
INSERT INTO "events" VALUES('closed',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T09:10:03.900+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('closed',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T09:10:05.200+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('closed',7,'0/c5','{"type": "action", "seq": 7, "at": "2026-11-22T09:10:06.500+00:00", "seat": 0, "action": "close", "client_id": "c5"}');
INSERT INTO "events" VALUES('closed',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T09:10:07.800+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('closed',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T09:10:09.100+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('closed',10,'0/d8','{"type": "round", "seq": 10, "at": "2026-11-22T09:10:10.400+00:00", "dealer": 0, "pack": "8C JD JH AD TS JC TD JS AS KD 9D KS TC 7H AC KC 8H QD 7C 9C AH 8D QH TH QC 7D 9S 8S KH 9H QS 7S", "seat": 0, "client_id": "d8"}');
INSERT INTO "events" VALUES('closed',11,NULL,'{"type": "closed", "seq": 11, "at": "2026-11-22T20:00:00.000+00:00", "notice": "this table was played by other rules and cannot go on; its record is kept"}');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('over-pagat',0,'id-0');
INSERT INTO "seats" VALUES('over-dutch',0,'id-0');
INSERT INTO "seats" VALUES('over-choy',0,'id-0');
INSERT INTO "seats" VALUES('over-app-a9',0,'id-1');
INSERT INTO "seats" VALUES('over-gamerules',0,'id-1');
INSERT INTO "seats" VALUES('alone-running',0,'id-0');
INSERT INTO "seats" VALUES('between',0,'id-0');
INSERT INTO "seats" VALUES('bot-to-act',0,'id-1');
INSERT INTO "seats" VALUES('of-other-rules',0,'id-0');
INSERT INTO "seats" VALUES('damaged',0,'id-0');
INSERT INTO "seats" VALUES('closed',0,'id-0');
CREATE TABLE settings (
	name VARCHAR(32) NOT NULL, 
	value VARCHAR(256) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	summary JSON NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('over-pagat','2026-11-22T09:00:00.000+00:00','{"preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": true, "closed": false, "round": 4}');
INSERT INTO "tables" VALUES('over-dutch','2026-11-22T09:01:00.000+00:00','{"preset": "dutch", "options": {"lives": 1}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "over": true, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('over-choy','2026-11-22T09:02:00.000+00:00','{"preset": "choy", "options": {"rounds": 2}, "seats": [{"name": "Anna B.", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": true, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('over-app-a9','2026-11-22T09:03:00.000+00:00','{"preset": "app-a9", "options": {"lives": 1}, "seats": [{"name": "Bo", "level": null}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "over": true, "closed": false, "round": 4}');
INSERT INTO "tables" VALUES('over-gamerules','2026-11-22T09:04:00.000+00:00','{"preset": "gamerules", "options": {"lives": 1}, "seats": [{"name": "Player", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": true, "closed": false, "round": 4}');
INSERT INTO "tables" VALUES('alone-running','2026-11-22T09:10:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('between','2026-11-22T09:11:00.000+00:00','{"preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "random"}], "over": false, "closed": false, "round": 1}');
INSERT INTO "tables" VALUES('bot-to-act','2026-11-22T09:12:00.000+00:00','{"preset": "choy", "options": {}, "seats": [{"name": "Bo", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}, {"name": "Emma", "level": "greedy"}], "over": false, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('of-other-rules','2026-11-22T09:10:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('damaged','2026-11-22T09:10:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('closed','2026-11-22T09:10:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": true, "round": 2}');
CREATE INDEX ix_seats_player_id ON seats (player_id);
COMMIT;
