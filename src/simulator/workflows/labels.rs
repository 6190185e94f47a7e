//! `CST_PrintPalletLabels`: the one workflow that differs between the sites, in two lines.

/// Returns the definition; the site decides the printer and the number of copies.
pub(super) fn text(tenant: &str) -> String {
    let (printer, copies) = if tenant == "SOUTH" {
        ("LBL-S-02", "3")
    } else {
        ("LBL-N-04", "2")
    };
    TEMPLATE
        .replace("@printer", printer)
        .replace("@copies", copies)
        .replace('\n', "\r\n")
}

const TEMPLATE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Workflow Name="CST_PrintPalletLabels" Application="CustomApp" Description="Prints the pallet labels at the end of the wrapper">
  <Parameters>
    <Parameter Name="PrinterName" Type="String" Value="@printer" />
    <Parameter Name="Copies" Type="Int32" Value="@copies" />
    <Parameter Name="Format" Type="String" Value="A5 portrait" />
    <Parameter Name="TimeoutSeconds" Type="Int32" Value="15" />
  </Parameters>
  <Trigger Event="DeviceMessage" Device="WR01" Condition="message.Type == &quot;WRAPPED&quot;" />
  <Query EntityType="Container" Filter="UniqueCode == @message.Code" Take="1" Result="container" />
  <If Condition="container == null">
    <Then>
      <WriteLog Level="Warn" Message="Unknown pallet &quot;{message.Code}&quot; at the end of the wrapper: no label" />
      <Return />
    </Then>
  </If>
  <Query EntityType="Stock" Filter="ContainerCode == @container.UniqueCode" OrderBy="ProductCode" Result="stock" />
  <If Condition="stock.Count &gt; 1">
    <Then>
      <Assign To="content" Value="&quot;MIXED&quot;" />
    </Then>
    <Else>
      <Assign To="content" Value="stock[0].ProductCode" />
    </Else>
  </If>
  <Note Text="Accents need code page 1252 on the printer: « é », « ü », « ñ »; the pictogram 📦 is part of the font." />
  <Label Name="Pallet">
    <![CDATA[
^XA^CI28
^FO40,40^A0N,60,60^FD{container.UniqueCode}^FS
^FO40,120^BY3^BCN,160,Y,N,N^FD{container.UniqueCode}^FS
^FO40,340^A0N,40,40^FD{content} / {container.Weight} kg^FS
^XZ
    ]]>
  </Label>
  <Print Label="Pallet" Printer="{PrinterName}" Copies="{Copies}" Timeout="{TimeoutSeconds}" />
  <If Condition="!print.Success">
    <Then>
      <WriteLog Level="Error" Message="Label of container {container.UniqueCode} not printed on {PrinterName}: {print.Error}" />
      <Stop Device="WR01" Reason="Label missing" />
    </Then>
    <Else>
      <WriteLog Level="Info" Message="Label of container {container.UniqueCode} printed on {PrinterName}, {Copies} copies" />
    </Else>
  </If>
</Workflow>
"#;
